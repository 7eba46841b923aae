// Where the console keeps what it knows: an embedded database in its folder, or a PostgreSQL that several consoles share.
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openPostgresStore } from '../adapters/storage/postgres/console-store.js';
import { openSqliteStore } from '../adapters/storage/sqlite/console-store.js';
import { StoreUnavailable, type ConsoleStore } from '../application/ports/console-store.js';
import type { Log } from '../application/ports/log.js';
import { StartupError } from './startup-errors.js';
import type { Settings } from './settings.js';

/** A database that starts at the same time is waited for so long, asked again so often; milliseconds. */
const patienceMs = 15_000;
const askEveryMs = 500;

const embedded = (folder: string): ConsoleStore => {
  try {
    return openSqliteStore(join(folder, 'console.sqlite'));
  } catch (error) {
    throw new StartupError(`DATA_DIR: ${(error as Error).message}`);
  }
};

const isPostgres = (url: string): boolean => URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol);

const shared = async (url: string, log: Log, leftMs = patienceMs): Promise<ConsoleStore> => {
  try {
    return await openPostgresStore(url, log);
  } catch (error) {
    const { message } = error as Error;
    if (!(error instanceof StoreUnavailable)) throw new StartupError(`DATABASE_URL: ${message}`);
    if (leftMs <= 0) throw new StartupError(`DATABASE_URL: the database can't be reached (${message})`);
    if (leftMs === patienceMs) log.warn('the database is waited for', { reason: message });
    await delay(askEveryMs);
    return shared(url, log, leftMs - askEveryMs);
  }
};

/** Opens the store that the settings tell of. */
export const openStore = async ({ DATABASE_URL }: Settings, folder: string, log: Log): Promise<ConsoleStore> => {
  if (DATABASE_URL === undefined) return embedded(folder);
  if (!isPostgres(DATABASE_URL)) throw new StartupError('DATABASE_URL: expected an address of the form postgres://…');
  return shared(DATABASE_URL, log);
};
