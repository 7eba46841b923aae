// Opens the console's store: an embedded database in its folder, or a PostgreSQL database that several consoles share.
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connectionSecurity, type ConnectionSecurity } from '../../adapters/storage/postgres/database.js';
import { openPostgresStore } from '../../adapters/storage/postgres/console-store.js';
import { isUnwritable } from '../../adapters/storage/lock-file.js';
import { openSqliteStore } from '../../adapters/storage/sqlite/console-store.js';
import { diskReserve, reservedStore } from '../../adapters/storage/sqlite/disk-reserve.js';
import { StoreUnavailable, type ConsoleStore } from '../../application/ports/console-store.js';
import type { Log } from '../../application/ports/log.js';
import { isLoopbackHost, StartupError } from '../machine/startup-errors.js';
import type { Settings } from '../settings/settings.js';

/** How long to wait for a database that is still starting, in milliseconds. */
const connectTimeoutMs = 15_000;

/** Delay between two attempts to connect, in milliseconds. */
const retryEveryMs = 500;

/** Returns the file of the embedded database in the console's folder. */
export const embeddedDatabase = (folder: string): string => join(folder, 'console.sqlite');

/** Opens a database; one that doesn't open because the disk is full is opened with the space of its reserve. */
const openWithReserve = (file: string, log: Log): ConsoleStore => {
  try {
    return reservedStore(openSqliteStore(file, log.warn), diskReserve(file, log));
  } catch (error) {
    const reserve = isUnwritable(error) ? diskReserve(file, log) : undefined;
    if (reserve?.release() !== true) throw error;
    return reservedStore(openSqliteStore(file, log.warn), reserve);
  }
};

const openEmbedded = (folder: string, log: Log): ConsoleStore => {
  try {
    return openWithReserve(embeddedDatabase(folder), log);
  } catch (error) {
    throw new StartupError(`DATA_DIR: ${(error as Error).message}`);
  }
};

const isPostgres = (url: string): boolean => URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol);

const openShared = async (url: string, log: Log, leftMs = connectTimeoutMs): Promise<ConsoleStore> => {
  try {
    return await openPostgresStore(url, log);
  } catch (error) {
    const { message } = error as Error;
    if (!(error instanceof StoreUnavailable)) throw new StartupError(`DATABASE_URL: ${message}`);
    if (leftMs <= 0) throw new StartupError(`DATABASE_URL: the database can't be reached (${message})`);
    if (leftMs === connectTimeoutMs) log.warn('the database is not reachable yet; retrying', { reason: message });
    await delay(retryEveryMs);
    return openShared(url, log, leftMs - retryEveryMs);
  }
};

const exposures: Readonly<Record<ConnectionSecurity, string | undefined>> = {
  local: undefined,
  verified: undefined,
  unverified: "TLS would not check the server's certificate",
  clear: 'its password and all data would be sent without TLS',
};

const securityOf = (url: string): ConnectionSecurity => {
  try {
    return connectionSecurity(url, isLoopbackHost);
  } catch (error) {
    throw new StartupError(`DATABASE_URL: ${(error as Error).message}`);
  }
};

/** Throws a `StartupError` if the way to the database could be read or redirected on the network. */
const refuseOpenDatabase = (url: string): void => {
  const exposure = exposures[securityOf(url)];
  if (exposure !== undefined)
    throw new StartupError(
      `DATABASE_URL: the database is beyond loopback, and ${exposure}; expected ` +
        '?sslmode=verify-full&sslrootcert=FILE, DATABASE_CA, a loopback address, a unix socket, or CONSOLE_INSECURE=1 to allow it',
    );
};

/** Returns the address with verified TLS, and with the file of the authorities to trust for it. */
const withAuthority = (url: string, file: string): string => {
  const verified = new URL(url);
  verified.searchParams.set('sslmode', 'verify-full');
  verified.searchParams.set('sslrootcert', file);
  return verified.href;
};

/**
 * Returns the address of a PostgreSQL database, with `DATABASE_CA` if that is set. Throws a `StartupError` if it is none, or if the database is beyond
 * loopback without verified TLS (CONSOLE-24).
 */
export const safeDatabaseUrl = (
  given: string,
  { CONSOLE_INSECURE, DATABASE_CA }: Pick<Settings, 'CONSOLE_INSECURE' | 'DATABASE_CA'>,
): string => {
  if (!isPostgres(given)) throw new StartupError('DATABASE_URL: expected an address of the form postgres://…');
  const url = DATABASE_CA === undefined ? given : withAuthority(given, DATABASE_CA);
  if (CONSOLE_INSECURE !== true) refuseOpenDatabase(url);
  return url;
};

/**
 * Opens the store that is configured: PostgreSQL if `DATABASE_URL` is set. Throws a `StartupError` if it can't, or if the
 * way to the database isn't safe.
 */
export const openStore = async (settings: Settings, folder: string, log: Log): Promise<ConsoleStore> => {
  const { DATABASE_URL } = settings;
  return DATABASE_URL === undefined
    ? openEmbedded(folder, log)
    : openShared(safeDatabaseUrl(DATABASE_URL, settings), log);
};
