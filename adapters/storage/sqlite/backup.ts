// Backs up and restores the console's embedded database.
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { BackupError } from '../backup/backup-error.js';
import {
  decisiveTables,
  otherSchema,
  parseStored,
  type BackupSource,
  type BackupTarget,
} from '../backup/database-backup.js';
import { recordKinds, type BackupField, type BackupRecord, type RecordKind } from '../backup/record-kinds.js';
import { lockSqlite, openSqlite } from './database.js';
import { sqliteMigrations, versionOf } from './schema.js';
import { toPromise } from './to-promise.js';

const readers: Readonly<Record<BackupField['type'], (column: string) => string>> = {
  text: (column) => column,
  integer: (column) => column,
  flag: (column) => `json(iif(${column}, 'true', 'false'))`,
  json: (column) => `json(${column})`,
  optionalJson: (column) => `json(${column})`,
};

const selectOf = ({ table, fields, order }: RecordKind): string => {
  const values = fields.map(({ name, column, type }) => `'${name}', ${readers[type](column)}`);
  return `SELECT json_object(${values.join(', ')}) AS record FROM ${table} ORDER BY ${order}`;
};

const writers: Readonly<Record<BackupField['type'], (name: string) => string>> = {
  text: (name) => `?1 ->> '${name}'`,
  integer: (name) => `?1 ->> '${name}'`,
  flag: (name) => `?1 ->> '${name}'`,
  json: (name) => `?1 -> '${name}'`,
  optionalJson: (name) => `nullif(?1 -> '${name}', 'null')`,
};

const insertOf = ({ table, fields }: RecordKind): string => {
  const values = fields.map(({ name, type }) => writers[type](name));
  return `INSERT INTO ${table} (${fields.map(({ column }) => column).join(', ')}) VALUES (${values.join(', ')})`;
};

/** How long a backup waits for a console that is just starting or stopping, milliseconds. */
const busyTimeoutMs = 5_000;

const openReadOnly = (location: string, unlock: () => void): DatabaseSync => {
  const database = new DatabaseSync(location, { readOnly: true, timeout: busyTimeoutMs });
  try {
    const version = versionOf(database);
    if (version !== sqliteMigrations.length) throw otherSchema(version, sqliteMigrations.length);
    return database;
  } catch (error) {
    database.close();
    unlock();
    throw error;
  }
};

async function* recordsOf(database: DatabaseSync): AsyncGenerator<BackupRecord> {
  for (const kind of recordKinds)
    for (const row of database.prepare(selectOf(kind)).iterate())
      yield await Promise.resolve(parseStored(kind, row['record']));
}

/** Runs a task as one transaction; rolls back if it rejects. */
const asTransaction = async (database: DatabaseSync, begin: string, task: () => Promise<void>): Promise<void> => {
  database.exec(begin);
  try {
    await task();
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
};

/**
 * Opens a database to back it up. A console may be running on it, unless `excludesConsole`. Throws a `BackupError` if there
 * is none, or its schema is not this program's, and an `Error` if it is no database or in use.
 */
export const sqliteBackupSource = (location: string, { excludesConsole = false } = {}): BackupSource => {
  if (!existsSync(location)) throw new BackupError(`there is no database of a console at ${location}`);
  const unlock = excludesConsole ? lockSqlite(location) : () => undefined;
  const database = openReadOnly(location, unlock);
  return {
    read: (task) => asTransaction(database, 'BEGIN', () => task(recordsOf(database))),
    close: () =>
      toPromise(() => {
        database.close();
        unlock();
      }),
  };
};

const replaceAll = async (database: DatabaseSync, records: AsyncIterable<BackupRecord>): Promise<void> => {
  for (const { table } of recordKinds.toReversed()) database.exec(`DELETE FROM ${table}`);
  const inserts = new Map(recordKinds.map((kind) => [kind, database.prepare(insertOf(kind))]));
  for await (const { kind, values } of records) inserts.get(kind)?.run(JSON.stringify(values));
};

/** Opens a database to restore records to it, and creates it if needed. Throws if it is in use, or is no database. */
export const sqliteBackupTarget = (location: string): BackupTarget => {
  const { database, close } = openSqlite(location);
  const hasRows = (table: string): boolean => database.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get() !== undefined;
  return {
    isEmpty: () => toPromise(() => !decisiveTables.some(hasRows)),
    replace: (records) => asTransaction(database, 'BEGIN IMMEDIATE', () => replaceAll(database, records)),
    close: () => toPromise(close),
  };
};
