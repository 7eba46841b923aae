// Opening the console's embedded database: durable, of the newest schema, and this process's alone.
import { chmodSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { migrateSqlite } from './schema.js';

/** Where a database lives that is forgotten with its process. */
export const inMemory = ':memory:';

const busyCodes = new Set([5, 6]);

const isBusy = (error: unknown): boolean => busyCodes.has(Number((error as { errcode?: unknown }).errcode) & 0xff);

/** The lock is the file system's own and falls with the process, however that ends. */
const claim = (database: DatabaseSync, location: string): void => {
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE');
    database.exec('PRAGMA journal_mode = WAL');
    database.exec('PRAGMA synchronous = FULL');
    database.exec('BEGIN EXCLUSIVE; COMMIT');
  } catch (error) {
    throw isBusy(error) ? new Error(`${location} is in use by another running console`) : error;
  }
};

const onDisk = (location: string): DatabaseSync => {
  mkdirSync(dirname(location), { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(location);
  chmodSync(location, 0o600);
  return database;
};

/** Opens a database file, made when it isn't there. Throws, telling why, when it is in use, too new, or no database. */
export const openSqlite = (location: string): DatabaseSync => {
  const database = location === inMemory ? new DatabaseSync(inMemory) : onDisk(location);
  try {
    claim(database, location);
    migrateSqlite(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
};
