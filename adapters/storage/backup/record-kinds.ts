// What a backup of the console contains: the kinds of records, their fields, and the columns in which both databases store
// them. docs/backup.md describes the format.
import * as t from 'io-ts';
import { AccessAssertions } from '../../../domain/access/assertion.js';
import { AccessConfiguration } from '../../../domain/access/configuration.js';
import {
  CallAnswer,
  CodeWord,
  DeviceCall,
  maxReasons,
  RefusalBatch,
  RefusedReason,
} from '../../../domain/access/report.js';
import { boundedListOf, integer, looseText, oneOf, refined } from '../../../domain/codec/codec.js';
import { ChangedField } from '../../../domain/console/changed-fields.js';
import { Invitation } from '../../../domain/console/invitation.js';
import { PasswordHash, Role } from '../../../domain/console/operator.js';
import { SecondFactor } from '../../../domain/console/second-factor.js';
import { StoredStudioLabels, StudioId } from '../../../domain/console/studio.js';
import { ConsoleWebhook, OpenCondition } from '../../../domain/console/webhook.js';

/** How a column is stored: `json` is never SQL NULL, `optionalJson` is SQL NULL for null. */
export type ColumnType = 'text' | 'integer' | 'flag' | 'json' | 'optionalJson';

/** A field of a record, and its column. */
export interface BackupField {
  readonly name: string;
  readonly column: string;
  readonly type: ColumnType;
  readonly codec: t.Mixed;
  /** The format of backups that was the first to have the field; earlier ones mean null. Absent for the first format. */
  readonly since?: number;
}

/** A kind of record. */
export interface RecordKind {
  readonly kind: string;
  readonly table: string;
  readonly fields: readonly BackupField[];
  /** The columns by which a backup orders the records. */
  readonly order: string;
}

/** A record of a backup, as JSON. */
export interface BackupRecord {
  readonly kind: RecordKind;
  readonly values: Readonly<Record<string, unknown>>;
}

const fieldOf =
  (type: ColumnType) =>
  (name: string, column: string, codec: t.Mixed): BackupField => ({ name, column, type, codec });

const text = fieldOf('text');
const number = fieldOf('integer');
const flag = fieldOf('flag');
const json = fieldOf('json');
const optionalJson = fieldOf('optionalJson');

const since = (format: number, field: BackupField): BackupField => ({ ...field, since: format });

const orNull = (codec: t.Mixed): t.Mixed => t.union([codec, t.null]);

const SecretHash = refined(t.string, (hash) => /^[0-9a-f]{64}$/.test(hash), 'a SHA-256 hash in hexadecimal digits');
const Count = integer(0, Number.MAX_SAFE_INTEGER);
const EpochMs = integer(-8_640_000_000_000_000, 8_640_000_000_000_000);
const { time: CallTime, address: Address, device: DeviceId } = DeviceCall.type.types[0].props;
const { id: BatchId } = RefusalBatch.type.types[0].props;

const studioId = text('studioId', 'studio_id', StudioId);
const callOfDevice = [
  studioId,
  text('device', 'device_id', DeviceId),
  number('time', 'time_ms', CallTime),
  text('address', 'address', Address),
];

/** All kinds, each after those that its records refer to. */
export const recordKinds: readonly RecordKind[] = [
  {
    kind: 'studio',
    table: 'studios',
    order: 'id',
    fields: [
      text('id', 'id', StudioId),
      text('name', 'name', looseText(1, 128)),
      text('keyHash', 'key_hash', orNull(SecretHash)),
      since(2, text('oldKeyHash', 'old_key_hash', orNull(SecretHash))),
      since(2, number('oldKeyValidUntil', 'old_key_until_ms', orNull(EpochMs))),
      since(3, optionalJson('labels', 'labels', orNull(StoredStudioLabels))),
      since(7, optionalJson('assertions', 'assertions', orNull(AccessAssertions))),
      json('configuration', 'configuration', AccessConfiguration),
      number('reports', 'reports', Count),
    ],
  },
  {
    kind: 'lastCall',
    table: 'last_calls',
    order: 'studio_id, device_id',
    fields: [...callOfDevice, since(5, optionalJson('answer', 'answer', orNull(CallAnswer)))],
  },
  {
    kind: 'oldTokenCall',
    table: 'old_token_calls',
    order: 'studio_id, device_id',
    fields: [...callOfDevice, number('oldToken', 'old_token', Count)],
  },
  {
    kind: 'refusedCaller',
    table: 'refused_callers',
    order: 'studio_id, address',
    fields: [
      studioId,
      text('address', 'address', Address),
      text('reason', 'reason', CodeWord),
      number('count', 'count', integer(1, Number.MAX_SAFE_INTEGER)),
      number('lastTime', 'last_time_ms', CallTime),
      since(5, optionalJson('reasons', 'reasons', orNull(boundedListOf(RefusedReason, maxReasons)))),
    ],
  },
  { kind: 'refusalBatch', table: 'refusal_batches', order: 'place', fields: [studioId, text('id', 'id', BatchId)] },
  {
    kind: 'operator',
    table: 'operators',
    order: 'username',
    fields: [
      text('username', 'username', t.string),
      text('role', 'role', t.union([Role, oneOf('none')])),
      flag('disabled', 'disabled', t.boolean),
      json('password', 'password', orNull(PasswordHash)),
      text('issuer', 'issuer', orNull(t.string)),
      text('subject', 'subject', orNull(t.string)),
      optionalJson('secondFactor', 'second_factor', orNull(SecondFactor)),
      since(6, optionalJson('invitation', 'invitation', orNull(Invitation))),
      since(6, flag('mustChangePassword', 'must_change_password', orNull(t.boolean))),
    ],
  },
  {
    kind: 'studioRole',
    table: 'studio_roles',
    order: 'username, studio_id',
    fields: [text('username', 'username', t.string), studioId, text('role', 'role', Role)],
  },
  {
    kind: 'apiToken',
    table: 'api_tokens',
    order: 'id',
    fields: [
      text('id', 'id', t.string),
      text('name', 'name', t.string),
      text('tokenHash', 'token_hash', SecretHash),
      text('role', 'role', orNull(Role)),
      number('createdAt', 'created_at_ms', EpochMs),
      text('createdBy', 'created_by', t.string),
      number('expiresAt', 'expires_at_ms', orNull(EpochMs)),
      number('revokedAt', 'revoked_at_ms', orNull(EpochMs)),
      number('lastUsedAt', 'last_used_at_ms', orNull(EpochMs)),
      text('lastAddress', 'last_address', orNull(looseText(1, 64))),
    ],
  },
  {
    kind: 'apiTokenRole',
    table: 'api_token_roles',
    order: 'token_id, studio_id',
    fields: [text('tokenId', 'token_id', t.string), studioId, text('role', 'role', Role)],
  },
  {
    kind: 'webhook',
    table: 'webhooks',
    order: 'place',
    fields: [
      text('id', 'id', t.string),
      number('place', 'place', Count),
      json('definition', 'definition', ConsoleWebhook),
    ],
  },
  {
    kind: 'acceptedCondition',
    table: 'webhook_conditions',
    order: 'webhook_id, subject',
    fields: [
      text('webhookId', 'webhook_id', t.string),
      text('subject', 'subject', t.string),
      json('condition', 'condition', OpenCondition),
    ],
  },
  {
    kind: 'configuredPassword',
    table: 'told_passwords',
    order: 'username',
    fields: [text('username', 'username', t.string), json('password', 'password', PasswordHash)],
  },
  {
    kind: 'historyEntry',
    table: 'notes',
    order: 'id',
    fields: [
      number('id', 'id', Count),
      text('studioId', 'studio_id', orNull(StudioId)),
      number('time', 'time_ms', EpochMs),
      text('operator', 'operator', t.string),
      text('action', 'action', t.string),
      text('summary', 'summary', t.string),
      number('version', 'version', orNull(Count)),
      since(3, optionalJson('subjects', 'subjects', orNull(t.readonlyArray(t.string)))),
      since(4, optionalJson('fields', 'fields', orNull(t.readonlyArray(ChangedField)))),
    ],
  },
];

/** Columns that are not backed up, and why. */
interface LeftOut {
  /** Undefined for all columns of the table. */
  readonly columns?: readonly string[];
  readonly because: string;
}

/** What is not backed up, by table. */
export const leftOut: ReadonlyMap<string, readonly LeftOut[]> = new Map([
  ['sessions', [{ because: 'everybody signs in to a restored console' }]],
  ['failed_sign_ins', [{ because: 'those since the backup still count' }]],
  ['consoles', [{ because: 'running consoles register themselves' }]],
  ['connections', [{ because: 'services connect again' }]],
  ['webhook_lease', [{ because: 'a running console takes it' }]],
  ['webhooks', [{ columns: ['trouble'], because: 'the next attempt shows it' }]],
  ['schema_version', [{ because: 'the program that restores migrates the database' }]],
  [
    'studios',
    [
      {
        columns: ['applied_version', 'applied_at_ms', 'confirmed_at_ms', 'refusal', 'service_status'],
        because: 'a service reports them when it connects',
      },
      { columns: ['disconnected_at_ms'], because: 'nothing is known of the time since the backup' },
      { columns: ['version'], because: 'PostgreSQL repeats it from the configuration' },
    ],
  ],
  ['refusal_batches', [{ columns: ['place'], because: 'the order of the records is enough' }]],
]);
