// Opens the console's embedded database: durable, with the newest schema, and locked for this process.
import { closeSync, constants, fchmodSync, fstatSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Log } from '../../../application/ports/log.js';
import { isBusy, isDamaged, lockFile } from '../lock-file.js';
import { otherKindOf } from '../regular-file.js';
import { migrateSqlite } from './schema.js';

/** The location of a database in memory. */
export const inMemory = ':memory:';

const inUse = (location: string): string => `${location} is in use by another running console`;

const explained = (error: unknown, location: string): unknown => {
  if (isBusy(error)) return new Error(inUse(location));
  return isDamaged(error)
    ? new Error(`${location} is damaged (${(error as Error).message}); restore a backup of the console`)
    : error;
};

/** Creates the file for its owner only, before anything is in it. SQLite creates its other files with the same mode. */
const createFile = (location: string): void => {
  const file = openSync(location, constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW, 0o600);
  try {
    const otherKind = otherKindOf(fstatSync(file));
    if (otherKind !== undefined) throw new Error(`${location}: expected a regular file, got ${otherKind}; remove it`);
    fchmodSync(file, 0o600);
  } finally {
    closeSync(file);
  }
};

/**
 * Locks a database until the returned function is called, or the process ends. Throws if it is locked already. The lock is on
 * a file beside it: a backup can read while this process writes.
 */
export const lockSqlite = (location: string, warn?: Log['warn']): (() => void) =>
  lockFile(`${location}-lock`, inUse(location), warn);

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

const openOnDisk = (location: string, warn?: Log['warn']): OpenDatabase => {
  mkdirSync(dirname(location), { recursive: true, mode: 0o700 });
  const unlock = lockSqlite(location, warn);
  try {
    createFile(location);
    return opened(new DatabaseSync(location), location, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
};

/** Opens a database, and creates its file if needed. Throws when it is in use, its schema is too new, or it is no database. */
export const openSqlite = (location: string, warn?: Log['warn']): OpenDatabase =>
  location === inMemory ? opened(new DatabaseSync(inMemory), location, () => undefined) : openOnDisk(location, warn);
