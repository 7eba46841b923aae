// Space beside the embedded database that is given up when the disk is full: operators can still sign in and revoke.
import { randomBytes } from 'node:crypto';
import { lstatSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { StoreFull, type ConsoleStore } from '../../../application/ports/console-store.js';
import type { Log } from '../../../application/ports/log.js';

/** The size of the reserve in bytes: more than the write-ahead log of the database takes. */
const bytes = 8 * 1_048_576;

/** The reserve is made only where this many times its size is free. */
const timesFree = 4;

/** A reserve of space. */
export interface DiskReserve {
  /** Gives the space up. Returns whether there was any. */
  readonly release: () => boolean;
  /** Takes the space again once there is enough. */
  readonly renew: () => void;
}

const isThere = (file: string): boolean => {
  const found = lstatSync(file, { throwIfNoEntry: false });
  return found?.isFile() === true && found.size === bytes;
};

const hasRoom = (file: string): boolean => {
  const { bavail, bsize } = statfsSync(dirname(file));
  return bavail * bsize >= timesFree * bytes;
};

/** Makes the file if there is room. Returns whether it is there. Random, because some disks store zeros in no space. */
const take = (file: string): boolean => {
  try {
    if (isThere(file)) return true;
    rmSync(file, { force: true });
    if (!hasRoom(file)) return false;
    writeFileSync(file, randomBytes(bytes), { mode: 0o600, flag: 'wx', flush: true });
    return true;
  } catch {
    return false;
  }
};

/** Creates the reserve beside a database. */
export const diskReserve = (location: string, log: Pick<Log, 'warn' | 'info'>): DiskReserve => {
  const file = `${location}-reserve`;
  let isTaken = take(file);
  if (!isTaken) log.warn("there is no reserve for the console's data: a full disk will refuse revocations", { file });
  return {
    release: () => {
      if (!isTaken) return false;
      log.warn("the disk with the console's data is full; its reserve is in use: free space on it", { file });
      rmSync(file, { force: true });
      isTaken = false;
      return true;
    },
    renew: () => {
      if (isTaken) return;
      isTaken = take(file);
      if (isTaken) log.info("the disk with the console's data has space again", { file });
    },
  };
};

type Method<Args extends readonly unknown[], A> = (...args: Args) => Promise<A>;

/** Returns a method that uses the reserve when the disk is full. It may run twice. */
const withReserve =
  <Args extends readonly unknown[], A>(reserve: DiskReserve, method: Method<Args, A>): Method<Args, A> =>
  async (...args) => {
    try {
      const result = await method(...args);
      reserve.renew();
      return result;
    } catch (error) {
      if (!(error instanceof StoreFull) || !reserve.release()) throw error;
      return method(...args);
    }
  };

/**
 * Adds a reserve of space to a store: what an operator needs to sign in and to revoke uses it when the disk is full; what services
 * report never does (CONSOLE-36).
 */
export const reservedStore = (store: ConsoleStore, reserve: DiskReserve): ConsoleStore => ({
  ...store,
  change: withReserve(reserve, store.change),
  changeKeys: withReserve(reserve, store.changeKeys),
  changeOperators: withReserve(reserve, store.changeOperators),
  changeSecondFactor: withReserve(reserve, store.changeSecondFactor),
  changeApiTokens: withReserve(reserve, store.changeApiTokens),
  changeFailures: withReserve(reserve, store.changeFailures),
  removeStudio: withReserve(reserve, store.removeStudio),
  addSession: withReserve(reserve, store.addSession),
  useSession: withReserve(reserve, store.useSession),
  removeSessions: withReserve(reserve, store.removeSessions),
  removeSessionsExpiredBy: withReserve(reserve, store.removeSessionsExpiredBy),
});
