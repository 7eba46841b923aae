// A changed studio file before it is saved: what is hidden from its editor is filled in, and everything is checked.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Issue } from '../../domain/codec/issues.js';
import { fieldOf, listIn, textIn } from '../../domain/codec/unchecked.js';
import { changes } from '../../domain/editing/changes.js';
import { enteredHeaders, guessedIds, hide, misusedSecrets, reveal } from '../../domain/editing/hidden-values.js';
import { isFields, type Fields } from '../../domain/editing/identity.js';
import { ownerOf } from '../../domain/editing/secret-place.js';
import { recordChanges } from '../../domain/studio/layout-difference.js';
import type { StudioLayout } from '../../domain/studio/layout.js';
import { keysIn, secretForm } from '../../domain/studio/webhook-secret.js';
import type { FileIssue, StudioTexts } from '../ports/studio-file.js';
import type { ConnectionEffects } from './answers.js';
import type { Change, NewSecret } from './requests.js';

/** The new secrets of a change, and where each will stand. */
export type SecretPaths = readonly (NewSecret & { readonly path: string })[];

/** A change that is being made. */
export interface Drafting {
  /** The text that the editor has begun with. */
  readonly base: string;
  readonly change: Change;
  readonly secrets: SecretPaths;
  /** Whether the editor may name files of the host, and send kept secrets elsewhere. */
  readonly isHost: boolean;
}

/** A change with everything filled in. */
export interface Draft {
  readonly text: string;
  readonly value: Fields;
  /** The connections with header fields that the editor has entered. */
  readonly entered: readonly string[];
}

type Drafted = E.Either<readonly FileIssue[], Draft>;

const withField = (value: unknown, [name = '', ...rest]: readonly string[], text: string): Fields => ({
  ...(isFields(value) ? value : {}),
  [name]: rest.length === 0 ? text : withField(fieldOf(value, name), rest, text),
});

/** Returns where the record of a secret is in its list; -1 if there is none. */
const placeOf = (value: unknown, secret: NewSecret): number => {
  const { list, id } = ownerOf(secret);
  return listIn(value, list).findIndex((one) => textIn(one, 'id') === id);
};

const withSecrets = (value: Fields, secrets: SecretPaths): Fields =>
  secrets.reduce((changed, secret) => {
    const { list } = ownerOf(secret);
    const [records, place] = [listIn(changed, list), placeOf(changed, secret)];
    if (place < 0) return changed;
    return { ...changed, [list]: records.with(place, withField(records[place], secret.field.split('.'), secret.path)) };
  }, value);

const unknownOwners = (value: Fields, secrets: SecretPaths): readonly Issue[] =>
  secrets
    .filter((secret) => placeOf(value, secret) < 0)
    .map(ownerOf)
    .map(({ list, id }) => ({ path: 'secrets', expected: `the id of one of the ${list}, got "${id}"` }));

/** Returns an issue for each new secret of a webhook that can't sign messages. */
export const wrongSecrets = (value: unknown, secrets: readonly NewSecret[]): readonly Issue[] =>
  secrets
    .filter((one) => 'webhook' in one && one.field === 'secretFile' && E.isLeft(keysIn(one.secret)))
    .map((one) => ({ path: `webhooks[${String(placeOf(value, one))}].secretFile`, expected: secretForm }));

const emptyText: FileIssue = { message: 'the whole value: expected an object' };

/** Returns the changed file with the kept secrets in it, or why it can't be made. */
export const drafted = (texts: StudioTexts, { base, change, secrets, isHost }: Drafting): Drafted => {
  // A base whose syntax is wrong has nothing that can be kept.
  const baseValue = E.getOrElse<unknown, unknown>(() => ({}))(texts.parse(base));
  const given = 'text' in change ? texts.parse(change.text) : E.right(change.value);
  if (E.isLeft(given)) return given;
  const refuse = E.mapLeft((issues: readonly Issue[]) =>
    texts.locate('text' in change ? change.text : texts.edit(base, given.right as Fields), issues),
  );
  return pipe(
    refuse(reveal(given.right, baseValue)),
    E.filterOrElseW(isFields, () => [emptyText]),
    E.map((value) => withSecrets(value, secrets)),
    E.chain((value) => {
      const own = new Set(secrets.map(({ path }) => path));
      const asSeen = withSecrets(given.right as Fields, secrets);
      const misused = isHost
        ? []
        : [...guessedIds(asSeen), ...misusedSecrets(asSeen, hide(baseValue), (file) => own.has(file))];
      const issues = [...unknownOwners(value, secrets), ...misused];
      if (issues.length > 0) return refuse(E.left(issues));
      const text = texts.edit('text' in change ? change.text : base, value);
      return E.right({ value, text, entered: enteredHeaders(given.right) });
    }),
  );
};

/** Returns a text without what is secret in it; undefined if its syntax is wrong. */
export const shownText = (
  texts: StudioTexts,
  text: string,
): { readonly text: string; readonly value: Fields } | undefined => {
  const value = texts.parse(text);
  if (E.isLeft(value) || !isFields(value.right)) return undefined;
  const shown = hide(value.right) as Fields;
  return { text: texts.edit(text, shown), value: shown };
};

/** Returns what differs between two texts, in words and without secrets. */
export const textChanges = (texts: StudioTexts, before: string, after: string): readonly string[] =>
  changes(shownText(texts, before)?.value ?? {}, shownText(texts, after)?.value ?? {});

/**
 * Returns what would become of the connections. One whose settings stay goes on. One whose header fields were entered counts as
 * changed, because the answer to a guess must not depend on whether it is right.
 */
export const connectionEffects = (
  before: StudioLayout,
  now: StudioLayout,
  entered: readonly string[],
): ConnectionEffects => {
  const connections = now.connections ?? [];
  const { added, changed: different, removed } = recordChanges(before.connections ?? [], connections);
  const reset = entered.filter((id) => !added.includes(id) && !different.includes(id));
  const changed = [...different, ...reset];
  const opened = [...added, ...changed];
  return {
    kept: connections.map(({ id }) => id).filter((id) => !opened.includes(id)),
    opened,
    closed: [...changed, ...removed],
  };
};
