// Opens the console's embedded database: durable, with the newest schema, and locked for this process.
import { closeSync, constants, fchmodSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { migrateSqlite } from './schema.js';

/** The location of a database in memory. */
export const inMemory = ':memory:';

const busyCodes = new Set([5, 6]);

const isBusy = (error: unknown): boolean => busyCodes.has(Number((error as { errcode?: unknown }).errcode) & 0xff);

const explained = (error: unknown, location: string): unknown =>
  isBusy(error) ? new Error(`${location} is in use by another running console`) : error;

/** Creates the file for its owner only, before anything is in it. SQLite creates its other files with the same mode. */
const createFile = (location: string): void => {
  const file = openSync(location, constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW, 0o600);
  fchmodSync(file, 0o600);
  closeSync(file);
};

/**
 * Locks a database until the returned function is called, or the process ends. Throws if it is locked
 * already. The lock is a transaction, never committed, on an empty database beside it: a backup can read while this process writes.
 */
export const lockSqlite = (location: string): (() => void) => {
  const lockLocation = `${location}-lock`;
  createFile(lockLocation);
  const connection = new DatabaseSync(lockLocation);
  try {
    // The journal in memory spares a file.
    connection.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return () => {
      connection.close();
    };
  } catch (error) {
    connection.close();
    throw explained(error, location);
  }
};

/** An open database. */
export interface OpenDatabase {
  readonly database: DatabaseSync;
  /** Closes the database and unlocks it. */
  readonly close: () => void;
}

const opened = (database: DatabaseSync, location: string, unlock: () => void): OpenDatabase => {
  const close = (): void => {
    database.close();
    unlock();
  };
  try {
    database.exec('PRAGMA journal_mode = WAL');
    database.exec('PRAGMA synchronous = FULL');
    migrateSqlite(database);
    return { database, close };
  } catch (error) {
    close();
    // A console of an earlier version locks the database itself.
    throw explained(error, location);
  }
};

const openOnDisk = (location: string): OpenDatabase => {
  mkdirSync(dirname(location), { recursive: true, mode: 0o700 });
  const unlock = lockSqlite(location);
  createFile(location);
  return opened(new DatabaseSync(location), location, unlock);
};

/** Opens a database, and creates its file if needed. Throws when it is in use, its schema is too new, or it is no database. */
export const openSqlite = (location: string): OpenDatabase =>
  location === inMemory ? opened(new DatabaseSync(inMemory), location, () => undefined) : openOnDisk(location);
