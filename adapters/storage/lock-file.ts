// Locks for one process at a time, which the kernel holds: they work between containers with process ids of their own, and end
// with the process, however that ends.
import { closeSync, lstatSync, openSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as E from 'fp-ts/lib/Either.js';
import type { Log } from '../../application/ports/log.js';
import { setAsideName } from './durable-files.js';
import { keptFlags, otherKindOf } from './regular-file.js';

/** Another process holds the lock, or something else is in the place of its file. */
export class LockRefused extends Error {}

/** Returns the file that a running service locks in its folder. */
export const lockIn = (folder: string): string => join(folder, 'lock');

/** The results SQLITE_BUSY and SQLITE_LOCKED. */
const busyCodes = new Set([5, 6]);

/** The results SQLITE_CORRUPT and SQLITE_NOTADB. */
const damagedCodes = new Set([11, 26]);

/** The results SQLITE_IOERR and SQLITE_FULL. */
const unwritableCodes = new Set([10, 13]);

const codeOf = (error: unknown): number => Number((error as { errcode?: unknown }).errcode) & 0xff;

/** Whether an error of SQLite means that a database is locked. */
export const isBusy = (error: unknown): boolean => busyCodes.has(codeOf(error));

/** Whether an error of SQLite means that a file is no database, or damaged. */
export const isDamaged = (error: unknown): boolean => damagedCodes.has(codeOf(error));

/** Whether an error of SQLite means that the disk is full, or can't be written. */
export const isUnwritable = (error: unknown): boolean => unwritableCodes.has(codeOf(error));

const ownerOnly = 0o600;

/** Creates the file if it is missing. One that exists isn't opened: closing it would end a lock that this process holds. */
const ensureFile = (path: string): void => {
  try {
    closeSync(openSync(path, 'wx', ownerOnly));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const otherKind = otherKindOf(lstatSync(path));
    if (otherKind !== undefined) throw new LockRefused(`${path}: expected a regular file, got ${otherKind}; remove it`);
  }
};

/** The connections whose locks are held. A connection that is garbage-collected would unlock its file. */
const held = new Set<DatabaseSync>();

/** Locks a file by a transaction that is never committed. */
const hold = (path: string): (() => void) => {
  const connection = new DatabaseSync(path);
  try {
    // The journal in memory spares a file.
    connection.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    connection.close();
    throw error;
  }
  held.add(connection);
  return () => {
    if (held.delete(connection)) connection.close();
  };
};

const replaceNow = (path: string, content: Buffer | string): void => {
  rmSync(path, { force: true });
  writeFileSync(path, content, { flag: 'wx', mode: ownerOnly });
};

/** Empties a damaged file in place, and keeps a copy: a new file of the same name would be another lock. */
const empty = (path: string): void => {
  const content = readFileSync(path);
  replaceNow(setAsideName(path, content), content);
  truncateSync(path);
};

const holdOrRepair = (path: string, warn: Log['warn']): (() => void) => {
  try {
    return hold(path);
  } catch (error) {
    if (!isDamaged(error)) throw error;
    empty(path);
    warn('a lock file was damaged; it is set aside', { path });
    return hold(path);
  }
};

const noteOf = (path: string): string => `${path}-holder`;

/** Notes who holds the lock, which only serves the message to others: a disk that rejects it is ignored. */
const noteHolder = (path: string): void => {
  E.tryCatch(
    () => {
      replaceNow(noteOf(path), `${String(process.pid)} ${hostname()}\n`);
    },
    () => undefined,
  );
};

const readNote = (path: string): string => {
  const file = openSync(noteOf(path), keptFlags);
  try {
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
};

/** Returns the holder in words, such as ` (process 12)`; an empty text if it is unknown. */
const holderOf = (path: string): string => {
  const note = E.tryCatch(
    () => readNote(path),
    () => '',
  );
  const [, id, host] = /^(\d{1,10}) (\S{1,253})\n$/.exec(E.isRight(note) ? note.right : note.left) ?? [];
  if (id === undefined) return '';
  return host === hostname() ? ` (process ${id})` : ` (process ${id} on host ${String(host)})`;
};

/**
 * Locks a file until the returned function is called, or the process ends; creates the file if needed. A damaged file is set
 * aside with a warning. Throws a `LockRefused` that begins with `refusal` if another holds the lock, or that names the file if it is no
 * regular file; other errors if it can't be locked.
 */
export const lockFile = (path: string, refusal: string, warn: Log['warn'] = () => undefined): (() => void) => {
  ensureFile(path);
  try {
    const unlock = holdOrRepair(path, warn);
    noteHolder(path);
    return unlock;
  } catch (error) {
    throw isBusy(error) ? new LockRefused(`${refusal}${holderOf(path)}`) : error;
  }
};
