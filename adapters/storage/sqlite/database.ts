// Opens the console's embedded database: durable, with the newest schema, and locked for this process.
import { closeSync, constants, fchmodSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { migrateSqlite } from './schema.js';

/** The location of a database in memory. */
export const inMemory = ':memory:';

const busyCodes = new Set([5, 6]);

const isBusy = (error: unknown): boolean => busyCodes.has(Number((error as { errcode?: unknown }).errcode) & 0xff);

/** Locks the database. The lock is one of the file system and ends with the process. */
const lock = (database: DatabaseSync, location: string): void => {
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE');
    database.exec('PRAGMA journal_mode = WAL');
    database.exec('PRAGMA synchronous = FULL');
    database.exec('BEGIN EXCLUSIVE; COMMIT');
  } catch (error) {
    throw isBusy(error) ? new Error(`${location} is in use by another running console`) : error;
  }
};

/** Creates the file for its owner only, before anything is in it. SQLite creates its other files with the same mode. */
const createFile = (location: string): void => {
  const file = openSync(location, constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW, 0o600);
  fchmodSync(file, 0o600);
  closeSync(file);
};

const onDisk = (location: string): DatabaseSync => {
  mkdirSync(dirname(location), { recursive: true, mode: 0o700 });
  createFile(location);
  return new DatabaseSync(location);
};

/** Opens a database, and creates its file if needed. Throws when it is in use, its schema is too new, or it is no database. */
export const openSqlite = (location: string): DatabaseSync => {
  const database = location === inMemory ? new DatabaseSync(inMemory) : onDisk(location);
  try {
    lock(database, location);
    migrateSqlite(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
};
