// Backups from and to PostgreSQL, and the move from the embedded database.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgresBackupSource } from '../../../../adapters/storage/postgres/backup.js';
import { openPostgresStore } from '../../../../adapters/storage/postgres/console-store.js';
import { openPostgres } from '../../../../adapters/storage/postgres/database.js';
import { migratePostgres, postgresMigrations } from '../../../../adapters/storage/postgres/schema.js';
import { openSqliteStore } from '../../../../adapters/storage/sqlite/console-store.js';
import { backUpConsole, moveConsole, restoreConsole } from '../../../../infra/console/console-backup.js';
import { memoryLog } from '../../../application/console/readable-log.js';
import {
  backupContract,
  commandLine,
  expectOneMoment,
  settingsWith,
  withStore,
  type NewDatabase,
} from '../console-backup.contract.js';
import { contentOf, fillConsole } from '../filled-console.js';
import { missingPostgres, startPostgres, type Postgres } from '../postgres.js';
import { restoredServices } from '../restored-services.contract.js';
import { storageFixture } from '../storage-fixture.js';

describe.skipIf(missingPostgres() !== undefined)('PostgreSQL', () => {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.remove());
  const { folder } = storageFixture();

  const embedded: NewDatabase = (place) => {
    mkdirSync(place, { recursive: true });
    const open = () => Promise.resolve(openSqliteStore(join(place, 'console', 'console.sqlite')));
    return Promise.resolve({ settings: settingsWith(place), open });
  };
  /** The settings accept no address with a user and without a host. */
  const newUrl = async () => (await postgres.database()).replace('console@', '').concat('&user=console');
  const shared: NewDatabase = async (place) => {
    const url = await newUrl();
    mkdirSync(place, { recursive: true });
    return { settings: settingsWith(place, url), open: () => openPostgresStore(url, memoryLog()) };
  };

  describe('@BACKUP-1: a backup', () => {
    backupContract('from PostgreSQL to PostgreSQL', shared, shared);
    backupContract('from PostgreSQL to the embedded database', shared, embedded);
    backupContract('from the embedded database to PostgreSQL', embedded, shared);
  });

  const database = async () => ({ DATABASE_URL: await newUrl() });
  const embeddedOnly = () => Promise.resolve({});
  describe('@BACKUP-6: with a connected service', () => {
    restoredServices('from PostgreSQL to the embedded database', database, embeddedOnly);
    restoredServices('from the embedded database to PostgreSQL', embeddedOnly, database);
  });

  describe('@BACKUP-5: a move', () => {
    it('copies everything from the embedded database, and leaves it as it was', async () => {
      const source = await embedded(join(folder(), 'source'));
      await withStore(source, fillConsole);
      const before = await withStore(source, (store) => contentOf(store));
      const target = await shared(join(folder(), 'target'));
      const to = target.settings.DATABASE_URL ?? '';
      const { lines, notes, exitCode } = await moveConsole(commandLine(source.settings, { to }));
      expect({ lines, exitCode }).toEqual({ lines: ['moved 2 studios, 3 operators, 9 history entries'], exitCode: 0 });
      expect(notes?.join()).toContain(`set SECOND_FACTOR_KEY_FILE to ${join(folder(), 'source', 'second-factor-key')}`);
      expect(await withStore(target, (store) => contentOf(store, ['console.move']))).toEqual(before);
      expect(await withStore(source, (store) => contentOf(store))).toEqual(before);
    });

    it('replaces data only if that is requested, and never below a running console', async () => {
      const source = await embedded(join(folder(), 'source'));
      await withStore(source, fillConsole);
      const target = await shared(join(folder(), 'target'));
      const to = target.settings.DATABASE_URL ?? '';
      expect((await moveConsole(commandLine(source.settings, { to }))).exitCode).toBe(0);
      expect((await moveConsole(commandLine(source.settings, { to }))).lines).toEqual([
        'console move: the database has data of a console already; add --replace to replace it',
      ]);
      await withStore(target, async () => {
        const refused = await moveConsole(commandLine(source.settings, { to, replace: true }));
        expect(refused.lines.join()).toContain('a console is running on the database');
      });
      expect((await moveConsole(commandLine(source.settings, { to, replace: true }))).exitCode).toBe(0);
    });
  });

  it('@BACKUP-1: is backed up as of one moment, though the console changes it meanwhile', async () => {
    const { settings, open } = await shared(join(folder(), 'source'));
    await withStore({ settings, open }, async (store) => {
      await fillConsole(store);
      const source = postgresBackupSource(settings.DATABASE_URL ?? '', memoryLog());
      await expectOneMoment(source, store);
      await source.close();
    });
  });

  it('without data of a console, or with another schema, is not backed up', async () => {
    const database = await shared(join(folder(), 'source'));
    const file = join(folder(), 'console.backup');
    const backup = async () => (await backUpConsole(file, commandLine(database.settings))).lines.join();
    expect(await backup()).toContain('the database has no data of a console');
    const opened = openPostgres(database.settings.DATABASE_URL ?? '', memoryLog());
    await migratePostgres(opened, postgresMigrations.slice(0, -1));
    expect(await backup()).toContain('start the console of this version once');
    await migratePostgres(opened);
    expect(await backup()).toContain('0 studios, 0 operators, 0 history entries');
    await opened.query('UPDATE schema_version SET version = 99');
    expect(await backup()).toContain('use a newer program');
    await opened.end();
  });

  it('keeps what it has when a backup turns out to be damaged at its end', async () => {
    const source = await embedded(join(folder(), 'source'));
    await withStore(source, fillConsole);
    const file = join(folder(), 'console.backup');
    await backUpConsole(file, commandLine(source.settings));
    writeFileSync(file, readFileSync(file, 'utf8').replace('added a', 'added A'));
    const target = await shared(join(folder(), 'target'));
    await withStore(target, fillConsole);
    const before = await withStore(target, (store) => contentOf(store));
    const { lines } = await restoreConsole(file, commandLine(target.settings, { replace: true }));
    expect(lines.join()).toContain('its checksum is wrong');
    expect(await withStore(target, (store) => contentOf(store))).toEqual(before);
  });

  it('is restored from more records than one statement carries, in their order', async () => {
    const source = await embedded(join(folder(), 'source'));
    await withStore(source, async (store) => {
      await fillConsole(store);
      for (let time = 0; time < 1_200; time += 1)
        await store.renameStudio('b', 'B', { time, operator: 'vera', action: 'test', summary: String(time) });
    });
    const file = join(folder(), 'console.backup');
    const target = await shared(join(folder(), 'target'));
    await backUpConsole(file, commandLine(source.settings));
    await restoreConsole(file, commandLine(target.settings));
    const history = await withStore(target, (store) => store.history('b', { limit: 2_000 }));
    expect(history).toEqual(await withStore(source, (store) => store.history('b', { limit: 2_000 })));
    expect(history.length).toBeGreaterThan(1_200);
  });
});
