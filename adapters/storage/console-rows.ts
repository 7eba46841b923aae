// What both databases of the console share: limits, and how their common rows are read.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type {
  AcceptedCondition,
  HistoryPage,
  LastCall,
  RemovedStudio,
  Session,
  StoredHistoryEntry,
  StoredWebhook,
} from '../../application/ports/console-store.js';
import type { KnownCaller } from '../../domain/access/refused-callers.js';
import { CallAnswer, RefusedReason } from '../../domain/access/report.js';
import type { ApiToken } from '../../domain/console/api-token.js';
import { ChangedField } from '../../domain/console/changed-fields.js';
import { devicePrefix, prefixesOf } from '../../domain/console/history-section.js';
import { PasswordHash, Role, StudioRoles, type Operator } from '../../domain/console/operator.js';
import { Invitation } from '../../domain/console/invitation.js';
import type { StudioKeys } from '../../domain/console/studio-key.js';
import { SecondFactor } from '../../domain/console/second-factor.js';
import { ConsoleWebhook, OpenCondition, WebhookTrouble } from '../../domain/console/webhook.js';

/** The most history entries of all removed studios together. */
export const maxRemovedHistoryEntries = 100_000;

/** The most removed studios that are listed. */
export const maxRemovedStudios = 1_000;

/**
 * The most counts of failed sign-ins, and the most records without a failure, such as known addresses; the oldest is
 * deleted first. They are limited apart, so that failures never displace known addresses.
 */
export const maxFailedAddresses = 10_000;

/**
 * After how many changes of failed sign-ins a process deletes the excess, which walks all of them. Each process may exceed the limit
 * by this many.
 */
export const pruneFailuresEvery = 100;

/** Returns a function that returns true at every nth call. */
export const everyNth = (n: number): (() => boolean) => {
  let calls = 0;
  return () => {
    calls = (calls + 1) % n;
    return calls === 0;
  };
};

/** The most batch ids that are stored to detect repeats, for each studio; a service sends about one a minute. */
export const maxBatches = 100;

/** A row as the driver returns it. */
type Row = Readonly<Record<string, unknown>>;

const Subjects = t.readonlyArray(t.string);
const Fields = t.readonlyArray(ChangedField);

/** Returns a list as its column stores it. */
export const listColumn = (list: readonly unknown[] | undefined): string | null =>
  list === undefined ? null : JSON.stringify(list);

/** The filters of a page of the history as statements take them; null or an unlimited number selects all. */
export interface HistoryValues {
  readonly before: number;
  readonly since: number;
  readonly from: number;
  readonly to: number;
  readonly operator: string | null;
  readonly action: string | null;
  readonly subject: string | null;
  readonly device: string | null;
}

const wholeRange = {
  before: Number.MAX_SAFE_INTEGER,
  since: 0,
  from: Number.MIN_SAFE_INTEGER,
  to: Number.MAX_SAFE_INTEGER,
};

const rangeOf = ({
  before = wholeRange.before,
  since = wholeRange.since,
  from = wholeRange.from,
  to = wholeRange.to,
}: HistoryPage): typeof wholeRange => ({ before, since, from, to });

/** Returns the values that select a page of the history. */
export const historyValues = (page: HistoryPage): HistoryValues => {
  const { operator = null, section, device } = page;
  const { action, subject } = section === undefined ? { action: null, subject: null } : prefixesOf(section);
  return {
    ...rangeOf(page),
    operator,
    action,
    subject,
    device: device === undefined ? null : devicePrefix(device),
  };
};

/** Reads a history entry from its row, with the JSON of its subjects and fields parsed. */
export const historyEntryOf = (row: Row, subjects: unknown, fields: unknown): StoredHistoryEntry => ({
  id: Number(row['id']),
  time: Number(row['time_ms']),
  operator: String(row['operator']),
  action: String(row['action']),
  summary: String(row['summary']),
  version: row['version'] === null ? null : Number(row['version']),
  ...(Subjects.is(subjects) && { subjects }),
  ...(Fields.is(fields) && { fields }),
});

/** Reads a removed studio from its row. */
export const removedStudioOf = (row: Row): RemovedStudio => ({
  id: String(row['studio_id']),
  lastTime: Number(row['last_time_ms']),
});

/** Reads a device's last call from its row, with the JSON of its answer parsed. */
export const lastCallOf = (row: Row, answer: unknown): LastCall => ({
  time: Number(row['time_ms']),
  address: String(row['address']),
  ...(CallAnswer.is(answer) && { answer }),
});

const Reasons = t.readonlyArray(RefusedReason);

/** Reads a refused caller from its row, with the JSON of its reasons parsed. */
export const refusedCallerOf = (row: Row, reasons: unknown): KnownCaller => ({
  address: String(row['address']),
  reason: String(row['reason']),
  count: Number(row['count']),
  lastTime: Number(row['last_time_ms']),
  ...(Reasons.is(reasons) && { reasons }),
});

/** The columns of a studio's keys. */
export const keyColumns = 'key_hash, old_key_hash, old_key_until_ms';

/** Reads a studio's keys from its row. */
export const keysOf = (row: Row): StudioKeys => {
  const { key_hash: keyHash, old_key_hash: hash, old_key_until_ms: until } = row;
  return {
    keyHash: typeof keyHash === 'string' ? keyHash : null,
    ...(typeof hash === 'string' ? { oldKey: { hash, validUntil: Number(until) } } : {}),
  };
};

/** Returns the values of the columns of keys. */
export const keyValues = ({ keyHash, oldKey }: StudioKeys): readonly [string | null, string | null, number | null] => [
  keyHash,
  oldKey?.hash ?? null,
  oldKey?.validUntil ?? null,
];

/** A table of roles in single studios, and its column with the owner of a role. */
export interface RoleTable {
  readonly table: 'studio_roles' | 'api_token_roles';
  readonly owner: 'username' | 'token_id';
}

export const operatorRoles: RoleTable = { table: 'studio_roles', owner: 'username' };
export const apiTokenRoles: RoleTable = { table: 'api_token_roles', owner: 'token_id' };

/** Stands for no role in all studios, as the column does not accept null. */
const noRole = 'none';

/** Returns the role in all studios as its column stores it. */
export const roleColumn = ({ role }: Operator): string => role ?? noRole;

/** A row of an operator, with the JSON values parsed. */
interface OperatorRow extends Row {
  readonly password: unknown;
  readonly studioRoles: unknown;
  readonly secondFactor: unknown;
  readonly invitation: unknown;
}

const OptionalPassword = t.union([PasswordHash, t.null]);
const OptionalInvitation = t.union([Invitation, t.null]);
const OptionalFactor = t.union([SecondFactor, t.null]);

const identityOf = ({ issuer, subject }: Row): Pick<Operator, 'identity'> =>
  typeof issuer === 'string' && typeof subject === 'string' ? { identity: { issuer, subject } } : {};

/** Returns a decoded value of a row; throws when it is invalid. */
const validOf = <A>(decoded: E.Either<unknown, A>): A => {
  if (E.isLeft(decoded)) throw new Error('an operator, an API token or a webhook in the database is invalid');
  return decoded.right;
};

/** Reads an operator from its row; throws when it is invalid. */
export const operatorOf = (row: OperatorRow): Operator => {
  const factor = validOf(OptionalFactor.decode(row.secondFactor));
  const invitation = validOf(OptionalInvitation.decode(row.invitation));
  return {
    username: String(row['username']),
    role: row['role'] === noRole ? null : validOf(Role.decode(row['role'])),
    studioRoles: validOf(StudioRoles.decode(row.studioRoles ?? {})),
    disabled: Boolean(row['disabled']),
    password: validOf(OptionalPassword.decode(row.password)),
    ...identityOf(row),
    ...(factor !== null && { secondFactor: factor }),
    ...(invitation !== null && { invitation }),
    ...(Boolean(row['must_change_password']) && { mustChangePassword: true }),
  };
};

/** The columns of an operator beside the roles in studios, in the order of {@link operatorValues}. */
export const operatorColumns = [
  'username',
  'role',
  'disabled',
  'password',
  'issuer',
  'subject',
  'second_factor',
  'must_change_password',
  'invitation',
] as const;

/** Returns the values of an operator's columns. */
export const operatorValues = (operator: Operator): readonly (string | number | null)[] => {
  const { username, disabled, password, identity, secondFactor, invitation, mustChangePassword = false } = operator;
  const identityValues = [identity?.issuer ?? null, identity?.subject ?? null];
  return [
    username,
    roleColumn(operator),
    Number(disabled),
    JSON.stringify(password),
    ...identityValues,
    jsonOf(secondFactor),
    Number(mustChangePassword),
    invitation === undefined ? null : JSON.stringify(invitation),
  ];
};

/** Returns the assignments that replace an operator's row: `role = excluded.role, ...`. */
export const operatorAssignments = operatorColumns.map((name) => `${name} = excluded.${name}`).join(', ');

/** Returns a second factor as its column stores it. */
export const jsonOf = (factor: SecondFactor | undefined): string | null =>
  factor === undefined ? null : JSON.stringify(SecondFactor.encode(factor));

/** The columns of an API token beside its roles in studios and its last use, in the order of {@link apiTokenValues}. */
export const apiTokenColumns = [
  'id',
  'name',
  'token_hash',
  'role',
  'created_at_ms',
  'created_by',
  'expires_at_ms',
  'revoked_at_ms',
] as const;

/** Returns the values of an API token's columns. */
export const apiTokenValues = (token: ApiToken): readonly (string | number | null)[] => {
  const { id, name, tokenHash, role, createdAt, createdBy, expiresAt, revokedAt } = token;
  return [id, name, tokenHash, role, createdAt, createdBy, expiresAt, revokedAt];
};

const OptionalRole = t.union([Role, t.null]);

const numberOrNull = (value: unknown): number | null => (value === null ? null : Number(value));

/** Reads an API token from its row, with the JSON of its roles in studios parsed; throws when it is invalid. */
export const apiTokenOf = (row: Row, parsedRoles: unknown): ApiToken => {
  const lastUsedAt = numberOrNull(row['last_used_at_ms']);
  return {
    id: String(row['id']),
    name: String(row['name']),
    tokenHash: String(row['token_hash']),
    role: validOf(OptionalRole.decode(row['role'])),
    studioRoles: validOf(StudioRoles.decode(parsedRoles ?? {})),
    createdAt: Number(row['created_at_ms']),
    createdBy: String(row['created_by']),
    expiresAt: numberOrNull(row['expires_at_ms']),
    revokedAt: numberOrNull(row['revoked_at_ms']),
    lastUse: lastUsedAt === null ? null : { time: lastUsedAt, address: String(row['last_address']) },
  };
};

/** The columns of a session, in the order of {@link sessionValues}. */
export const sessionColumns = 'key_hash, id, username, created_at_ms, last_used_at_ms, expires_at_ms, address, browser';

/** Returns the values of a session's columns. */
export const sessionValues = (session: Session): readonly (string | number)[] => {
  const { keyHash, id, username, createdAt, lastUsedAt, expiresAt, address, browser } = session;
  return [keyHash, id, username, createdAt, lastUsedAt, expiresAt, address, browser];
};

/** Reads a session from its row. */
export const sessionOf = (row: Row): Session => ({
  keyHash: String(row['key_hash']),
  id: String(row['id']),
  username: String(row['username']),
  createdAt: Number(row['created_at_ms']),
  lastUsedAt: Number(row['last_used_at_ms']),
  expiresAt: Number(row['expires_at_ms']),
  address: String(row['address']),
  browser: String(row['browser']),
});

const OptionalTrouble = t.union([WebhookTrouble, t.null]);

/** Reads a webhook from the JSON of its columns; throws when it is invalid. */
export const webhookOf = (definition: unknown, trouble: unknown): StoredWebhook => ({
  ...validOf(ConsoleWebhook.decode(definition)),
  trouble: validOf(OptionalTrouble.decode(trouble)),
});

/** Reads what a receiver has accepted from its row, with its JSON parsed; throws when it is invalid. */
export const acceptedConditionOf = (row: Row, condition: unknown): AcceptedCondition => ({
  webhook: String(row['webhook_id']),
  condition: validOf(OpenCondition.decode(condition)),
});
