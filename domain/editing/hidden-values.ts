// Values of a studio file that editors keep without seeing them: what opens the legacy routes, header fields, which may be passwords,
// and the URLs of webhooks, which may have some.
import * as E from 'fp-ts/lib/Either.js';
import { issuesWithin, type Issue } from '../codec/issues.js';
import { isEqual } from '../codec/equality.js';
import { fieldOf, listIn, textIn } from '../codec/unchecked.js';
import { identitiesOf, identityOf, isFields, isList, joined, type Fields } from './identity.js';

/** Stands for a value that isn't shown. It keeps the value where it is left in its place. */
export const hidden = '(kept on the host)';

const isSecretIn = (path: string, name: string): boolean =>
  (path === '' && name === 'serverId') ||
  path.endsWith('.headers') ||
  (name === 'url' && /^webhooks(\.0|\[\d+\])$/.test(path));

const hideIn = (value: unknown, path: string): unknown => {
  if (isList(value)) return value.map((entry) => hideIn(entry, joined(path, '0')));
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const isSecret = isSecretIn(path, name) && typeof one === 'string';
      return [name, isSecret ? hidden : hideIn(one, joined(path, name))];
    }),
  );
};

/** Returns a value without what is secret in it. */
export const hide = (value: unknown): unknown => hideIn(value, '');

interface Revealed {
  readonly value: unknown;
  readonly issues: readonly Issue[];
}

/** Returns the entry that an entry of another list was: by what it is known by, or by its place. */
const entryLike = (list: readonly unknown[], entry: unknown, index: number): unknown =>
  identitiesOf(list) === undefined ? list[index] : list.find((one) => identityOf(one) === identityOf(entry));

interface Part {
  readonly name: string;
  readonly value: unknown;
  readonly base: unknown;
  readonly path: string;
  readonly isSecret: boolean;
}

const partsOf = (value: Fields | readonly unknown[], base: unknown, path: string): readonly Part[] =>
  isList(value)
    ? value.map((entry, index) => ({
        name: '',
        value: entry,
        base: isList(base) ? entryLike(base, entry, index) : undefined,
        path: `${path}[${String(index)}]`,
        isSecret: false,
      }))
    : Object.entries(value).map(([name, one]) => ({
        name,
        value: one,
        base: fieldOf(base, name),
        path: joined(path, name),
        isSecret: isSecretIn(path, name),
      }));

const expectedValue = 'the value itself, because a hidden one can be kept only where it was';

const revealIn = ({ value, base, path, isSecret }: Omit<Part, 'name'>): Revealed => {
  if (value === hidden)
    return isSecret && typeof base === 'string'
      ? { value: base, issues: [] }
      : { value, issues: [{ path, expected: expectedValue }] };
  if (!isList(value) && !isFields(value)) return { value, issues: [] };
  const parts = partsOf(value, base, path).map((part) => [part.name, revealIn(part)] as const);
  const issues = parts.flatMap(([, part]) => part.issues);
  return isList(value)
    ? { value: parts.map(([, part]) => part.value), issues }
    : { value: Object.fromEntries(parts.map(([name, part]) => [name, part.value])), issues };
};

/** Returns a value with what was hidden in it, which `base` has in the same places; an issue for what stands elsewhere. */
export const reveal = (value: unknown, base: unknown): E.Either<readonly Issue[], unknown> => {
  const { value: revealed, issues } = revealIn({ value, base, path: '', isSecret: false });
  return issues.length === 0 ? E.right(revealed) : E.left(issues);
};

/** What decides where a connection or webhook leads, and what it is encrypted with. */
const addressFields = ['protocol', 'host', 'port', 'tls', 'caFile', 'url'] as const;

const isSameAddress = (one: unknown, other: unknown): boolean =>
  addressFields.every((field) => isEqual(fieldOf(one, field) ?? null, fieldOf(other, field) ?? null));

/** A text of a connection or webhook: a header field, or the path of a file on the host. */
interface Secret {
  readonly name: string;
  readonly text: string;
  readonly isFile: boolean;
  /** Whether it is of use at another address: certificates of authorities are not. */
  readonly isSent: boolean;
}

const secretsIn = (value: unknown, path = ''): readonly Secret[] =>
  Object.entries(isFields(value) ? value : {}).flatMap(([name, text]) => {
    const isFile = name.endsWith('File') || path === 'headerFiles';
    if (typeof text !== 'string' || (!isFile && path !== 'headers')) return secretsIn(text, joined(path, name));
    return [{ name: joined(path, name), text, isFile, isSent: name !== 'caFile' }];
  });

const setHere = 'a secret that is set here, or the file that the host has chosen';
const setAgain = 'the secret set again, because this leads to another address now';
const setForTopics = 'the secret set again, because it would clear other topics now';

/** Returns an issue for each secret of a connection that would be read from another file, or be sent to another address. */
const misusedIn = (connection: unknown, base: unknown, isSet: (file: string) => boolean): readonly Issue[] => {
  const before = new Map(secretsIn(base).map(({ name, text }) => [name, text]));
  return secretsIn(connection).flatMap(({ name, text, isFile, isSent }): readonly Issue[] => {
    const isKept = before.get(name) === text;
    if (!isKept) return isFile && !isSet(text) ? [{ path: name, expected: setHere }] : [];
    return isSent && !isSameAddress(connection, base) ? [{ path: name, expected: setAgain }] : [];
  });
};

/** Returns the same for the published state. Everything below its prefix is cleared with the host's password. */
const misusedAtBroker = (section: unknown, base: unknown, isSet: (file: string) => boolean): readonly Issue[] => {
  const issues = misusedIn(section, base, isSet);
  const isOwn = textIn(section, 'prefix') === textIn(base, 'prefix') || textIn(section, 'passwordFile') === undefined;
  return isOwn || issues.length > 0 ? issues : [{ path: 'passwordFile', expected: setForTopics }];
};

/** The lists whose entries name secrets. */
const secretLists = ['connections', 'webhooks'] as const;

/**
 * Returns an issue for each secret of the connections, the webhooks, and the broker at which the state is published, that an editor would
 * get hold of without knowing it: by another address, or by naming another file of the host. `isSet` states whether the editor sets what
 * is in a file. Both values are as the editor sees them: the answer to a guess must not depend on whether it is right.
 */
export const misusedSecrets = (value: unknown, base: unknown, isSet: (file: string) => boolean): readonly Issue[] => [
  ...secretLists.flatMap((list) =>
    listIn(value, list).flatMap((entry, index) => {
      const before = listIn(base, list).find((one) => textIn(one, 'id') === textIn(entry, 'id'));
      return issuesWithin(`${list}[${String(index)}]`, misusedIn(entry, before, isSet));
    }),
  ),
  ...issuesWithin('publish', misusedAtBroker(fieldOf(value, 'publish'), fieldOf(base, 'publish'), isSet)),
];

/** Returns the ids of the connections with a header field that its editor has entered. */
export const enteredHeaders = (value: unknown): readonly string[] =>
  listIn(value, 'connections')
    .filter((connection) => Object.values(fieldOf(connection, 'headers') ?? {}).some((one) => one !== hidden))
    .map((connection) => textIn(connection, 'id') ?? '');

/** Returns an issue if an editor who isn't at the host has entered what opens the legacy routes: guesses are answered nothing. */
export const guessedIds = (value: unknown): readonly Issue[] => {
  const entered = fieldOf(value, 'serverId');
  return entered === undefined || entered === hidden
    ? []
    : [{ path: 'serverId', expected: `${hidden}, because only the host changes it` }];
};
