// Validates records of backups, as they are read from a file or a database, and counts them.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { HistoryEntry } from '../../../application/ports/console-store.js';
import { redactTokens } from '../../../domain/access/redaction.js';
import { decodeOrMessage } from '../../../domain/codec/issues.js';
import { endedInvitation, Invitation } from '../../../domain/console/invitation.js';
import { SecondFactor } from '../../../domain/console/second-factor.js';
import { ConsoleWebhook } from '../../../domain/console/webhook.js';
import { recordKinds, type BackupRecord, type RecordKind } from './record-kinds.js';

const Fields = t.UnknownRecord;

/** Returns the codec of a kind's fields. */
const codecOf = ({ kind, fields }: RecordKind): t.Type<Record<string, unknown>, Record<string, unknown>> =>
  t.type(Object.fromEntries(fields.map(({ name, codec }) => [name, codec])), kind);

const codecs = new Map(recordKinds.map((kind) => [kind.kind, codecOf(kind)]));

/** Returns the kind with a name. */
const kindNamed = (name: unknown): RecordKind | undefined => recordKinds.find(({ kind }) => kind === name);

/** Returns a record with the fields of its kind only, or a message that names what is wrong with it. */
export const recordOf = (kind: RecordKind, input: unknown): E.Either<string, BackupRecord> => {
  const codec = codecs.get(kind.kind) ?? Fields;
  const read = decodeOrMessage(codec, input);
  if (E.isLeft(read)) return E.left(`${kind.kind}: ${read.left}`);
  const encoded = codec.encode(read.right);
  return E.right({ kind, values: Object.fromEntries(kind.fields.map(({ name }) => [name, encoded[name]])) });
};

/** The first format whose subjects are redacted. */
const redactedSince = 4;

/** Returns what replaces fields of a record that an earlier format had: subjects whose tokens are redacted. */
const upgraded = (line: Readonly<Record<string, unknown>>, format: number): Readonly<Record<string, unknown>> => {
  const subjects: unknown = line['subjects'];
  return format < redactedSince && Array.isArray(subjects)
    ? {
        subjects: subjects.map((subject) =>
          typeof subject === 'string' ? redactTokens(subject) : (subject as unknown),
        ),
      }
    : {};
};

/** A backup may be older than what has become of an invitation: admins invite again. */
const withoutInvitation = (line: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Invitation.is(line['invitation']) ? { invitation: endedInvitation(line['invitation']) } : {};

/** Returns the record in a line of a backup. Fields that are newer than its format are null. */
export const recordInBackup = (line: unknown, format: number): E.Either<string, BackupRecord> => {
  const kind = Fields.is(line) ? kindNamed(line['kind']) : undefined;
  if (kind === undefined || !Fields.is(line)) return E.left('expected a record');
  const newer = kind.fields.filter(({ since = 1 }) => since > format);
  const missing = Object.fromEntries(newer.map(({ name }) => [name, null]));
  return recordOf(kind, { ...line, ...upgraded(line, format), ...withoutInvitation(line), ...missing });
};

/** An encrypted secret of a record. */
export interface SealedSecret {
  readonly of: 'operator' | 'webhook';
  readonly sealed: string;
}

/** What records contain; it is complete once all of them have passed. */
export interface RecordSummary {
  /** Passes records on. */
  readonly observe: (records: AsyncIterable<BackupRecord>) => AsyncGenerator<BackupRecord>;
  readonly count: (kind: string) => number;
  /** The encrypted secrets of all second factors and webhooks. */
  readonly sealedSecrets: () => readonly SealedSecret[];
  /** The highest id of a history entry; 0 without one. */
  readonly lastHistoryId: () => number;
}

const sealedSecretIn = ({ kind: { kind }, values }: BackupRecord): readonly SealedSecret[] => {
  const { secondFactor, definition } = values;
  if (kind === 'operator' && SecondFactor.is(secondFactor)) return [{ of: kind, sealed: secondFactor.sealedSecret }];
  return kind === 'webhook' && ConsoleWebhook.is(definition) ? [{ of: kind, sealed: definition.sealedSecret }] : [];
};

/** Creates a summary of records that are still to be observed. */
export const recordSummary = (): RecordSummary => {
  const counts = new Map<string, number>();
  const sealedSecrets: SealedSecret[] = [];
  let lastHistoryId = 0;
  const add = (record: BackupRecord): void => {
    const { kind, values } = record;
    counts.set(kind.kind, (counts.get(kind.kind) ?? 0) + 1);
    sealedSecrets.push(...sealedSecretIn(record));
    if (kind.kind === 'historyEntry') lastHistoryId = Math.max(lastHistoryId, Number(values['id']));
  };
  return {
    observe: async function* (records) {
      for await (const record of records) {
        add(record);
        yield record;
      }
    },
    count: (kind) => counts.get(kind) ?? 0,
    sealedSecrets: () => sealedSecrets,
    lastHistoryId: () => lastHistoryId,
  };
};

/** Passes records on, followed by those that `more` then returns. */
export async function* followedBy(
  records: AsyncIterable<BackupRecord>,
  more: () => readonly BackupRecord[],
): AsyncGenerator<BackupRecord> {
  yield* records;
  yield* more();
}

/** Returns an entry of the history of the console itself. */
export const historyRecord = (
  id: number,
  { time, operator, action, summary }: HistoryEntry,
): readonly BackupRecord[] => {
  const kind = kindNamed('historyEntry');
  const values = { id, studioId: null, time, operator, action, summary, version: null };
  return kind === undefined ? [] : [{ kind, values }];
};
