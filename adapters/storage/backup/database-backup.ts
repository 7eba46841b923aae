// What the backups of both databases share: reading all records, and replacing them.
import * as E from 'fp-ts/lib/Either.js';
import { BackupError } from './backup-error.js';
import type { BackupRecord, RecordKind } from './record-kinds.js';
import { recordOf } from './records.js';

/** Works with records that are read as of one moment. */
export type RecordsTask = (records: AsyncIterable<BackupRecord>) => Promise<void>;

/** A database from which a backup is read. */
export interface BackupSource {
  /** Runs a task on all records. Rejects as the task does, and with a `BackupError` if a record is invalid. */
  readonly read: (task: RecordsTask) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A database to which records are restored. No console is running on it, and none starts while the records are written. */
export interface BackupTarget {
  /** Whether the database has no studio, no operator and no history. */
  readonly isEmpty: () => Promise<boolean>;
  /**
   * Replaces all records and ends all sessions, as one transaction: if `records` rejects, everything is as before.
   */
  readonly replace: RecordsTask;
  readonly close: () => Promise<void>;
}

/** Parses the JSON of a record that a database has returned; throws a `BackupError` if it is invalid. */
export const parseStored = (kind: RecordKind, json: unknown): BackupRecord => {
  const record = recordOf(kind, JSON.parse(String(json)));
  if (E.isLeft(record)) throw new BackupError(`the database has an invalid record: ${record.left}`);
  return record.right;
};

/** The tables whose rows decide whether a database is empty. */
export const decisiveTables = ['studios', 'operators', 'notes'] as const;

/** Returns why a database with another schema can't be backed up. */
export const otherSchema = (version: number, known: number): BackupError =>
  new BackupError(
    version > known
      ? `the console's database has schema version ${String(version)}, this program knows up to ${String(known)}; use a newer program`
      : `the console's database has schema version ${String(version)}, this program's is ${String(known)}; start the console of this version once, or use the program of that version`,
  );
