// A full disk of the embedded database: what services report is refused, what operators change still succeeds.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { sqliteStore } from '../../../../adapters/storage/sqlite/console-store.js';
import { inMemory, openSqlite } from '../../../../adapters/storage/sqlite/database.js';
import { diskReserve, reservedStore, type DiskReserve } from '../../../../adapters/storage/sqlite/disk-reserve.js';
import {
  StoreFull,
  type ConfigurationRevision,
  type ConsoleStore,
} from '../../../../application/ports/console-store.js';
import { defaultConfiguration } from '../../../../domain/access/configuration.js';
import { memoryLog, type MemoryLog } from '../../../application/console/readable-log.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

const historyEntry = { time: 0, operator: 'admin', action: 'test.it', summary: 'did it' };
const configuration = defaultConfiguration('a');
const revoked: ConfigurationRevision = {
  configuration: { ...configuration, version: 1 },
  section: 'devices',
  historyEntry,
};

describe('a full disk', () => {
  let store: ConsoleStore;
  let hasReserve: boolean;

  beforeEach(async () => {
    const opened = openSqlite(inMemory);
    /** Lets the database grow by so many pages. */
    const addSpace = (pages: number): void => {
      const now = Number(opened.database.prepare('PRAGMA page_count').get()?.['page_count']);
      opened.database.exec(`PRAGMA max_page_count = ${String(now + pages)}`);
    };
    hasReserve = true;
    const reserve: DiskReserve = {
      release: () => {
        const had = hasReserve;
        if (had) addSpace(100);
        hasReserve = false;
        return had;
      },
      renew: () => undefined,
    };
    store = reservedStore(sqliteStore(opened), reserve);
    await store.addStudio(
      { studio: { id: 'a', name: 'A' }, keyHash: 'a', configuration, appliedVersion: null },
      historyEntry,
    );
    addSpace(0);
  });

  const big = { time: 1, text: 'x'.repeat(100_000) };
  const report = () => store.setServiceStatus('a', big as never);

  it('@CONSOLE-36: refuses what services report, and lets an operator revoke from the reserve', async () => {
    await expect(report()).rejects.toThrow(/^the disk with the console's data \(DATA_DIR\) is full/);
    expect(hasReserve).toBe(true);
    for (let n = 0; n < 100; n += 1)
      expect(await store.change('a', () => E.right(revoked))).toEqual(E.right(revoked.configuration));
  });

  it('stores no last use of an API token from the reserve', async () => {
    const token = { id: 'token', name: 'newsroom', tokenHash: 'a', role: null, studioRoles: {}, createdAt: 1 };
    const tokens = [{ ...token, createdBy: 'admin', expiresAt: null, revokedAt: null, lastUse: null }];
    await store.changeApiTokens(() => E.right({ tokens, historyEntry }));
    const before = hasReserve;
    await expect(store.useApiToken('token', { time: 1, address: 'x'.repeat(1_000_000) })).rejects.toThrow(StoreFull);
    expect([before, hasReserve]).toEqual([true, true]);
  });

  it('without a reserve refuses every change, and changes nothing', async () => {
    hasReserve = false;
    const long = { ...historyEntry, summary: 'x'.repeat(100_000) };
    await expect(store.renameStudio('a', 'B', long)).rejects.toThrow(StoreFull);
    await expect(store.changeKeys('a', () => ({ keyHash: 'b' }), long)).rejects.toThrow(StoreFull);
    expect((await store.studio('a'))?.studio.name).toBe('A');
    expect((await store.keys('a')).keyHash).toBe('a');
  });
});

describe('the reserve', () => {
  let folder: string;
  let location: string;
  let log: MemoryLog;

  beforeEach(() => {
    folder = temporaryFolder();
    location = join(folder, 'console.sqlite');
    log = memoryLog();
  });

  it('takes space for its owner only, gives it up once, and takes it again', () => {
    const reserve = diskReserve(location, log);
    const { size, mode } = statSync(`${location}-reserve`);
    expect([size, mode & 0o777]).toEqual([8_388_608, 0o600]);
    expect([reserve.release(), existsSync(`${location}-reserve`), reserve.release()]).toEqual([true, false, false]);
    reserve.renew();
    expect(diskReserve(location, log).release()).toBe(true);
  });
});
