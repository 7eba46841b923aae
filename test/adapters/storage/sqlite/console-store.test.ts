// The embedded database: the contract suite, files, locks, schema versions and killed processes.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, statSync, symlinkSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore, sqliteStore } from '../../../../adapters/storage/sqlite/console-store.js';
import {
  maxFailedAddresses,
  maxRemovedHistoryEntries,
  maxRemovedStudios,
  pruneFailuresEvery,
} from '../../../../adapters/storage/console-rows.js';
import {
  maxHistoryEntries,
  type ConsoleStore,
  type HistoryEntry,
} from '../../../../application/ports/console-store.js';
import { addFailure, noFailures } from '../../../../domain/access/sign-in-delay.js';
import * as E from 'fp-ts/lib/Either.js';
import { inMemory, openSqlite } from '../../../../adapters/storage/sqlite/database.js';
import { migrateSqlite, sqliteMigrations } from '../../../../adapters/storage/sqlite/schema.js';
import { defaultConfiguration } from '../../../../domain/access/configuration.js';
import { panel } from '../../../domain/fixtures.js';
import { consoleStoreContract, expectMigratedOperator } from '../console-store.contract.js';
import { publishedChanges } from '../published-changes.contract.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

const historyEntry: HistoryEntry = { time: 1, operator: 'admin', action: 'test', summary: 'new' };

let folder: string;
const file = () => join(folder, 'console', 'console.sqlite');
const entry = {
  studio: { id: 'a', name: 'A' },
  keyHash: null,
  configuration: defaultConfiguration('a'),
  appliedVersion: null,
};

beforeEach(() => {
  folder = temporaryFolder();
});

consoleStoreContract('in a file', () => Promise.resolve(openSqliteStore(file())));
consoleStoreContract('in memory', () => Promise.resolve(openSqliteStore(inMemory)));
publishedChanges('in memory', () => Promise.resolve([openSqliteStore(inMemory)]));

describe('a database file', () => {
  it('has all data when it is opened again', async () => {
    const first = openSqliteStore(file());
    await first.addStudio(entry, historyEntry);
    await first.close();
    const second = openSqliteStore(file());
    expect(await second.studio('a')).toEqual(entry);
    expect(await second.history('a', { limit: 1 })).toHaveLength(1);
    await second.close();
  });

  it('is readable by its owner only, with all its files, whatever the umask, also one that was copied by hand', async () => {
    const modeOf = (path: string): number => statSync(path).mode & 0o777;
    const before = process.umask(0);
    try {
      await openSqliteStore(file()).close();
      expect(modeOf(dirname(file()))).toBe(0o700);
      chmodSync(file(), 0o644);
      const store = openSqliteStore(file());
      expect([modeOf(file()), modeOf(`${file()}-wal`)]).toEqual([0o600, 0o600]);
      await store.close();
    } finally {
      process.umask(before);
    }
  });

  it('is not opened through a symbolic link', async () => {
    await mkdir(dirname(file()));
    symlinkSync(join(folder, 'target'), file());
    expect(() => openSqliteStore(file())).toThrow('ELOOP');
    expect(existsSync(join(folder, 'target'))).toBe(false);
  });

  it('has durable settings', () => {
    const { database, close } = openSqlite(file());
    expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
    expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
    close();
  });

  it('is opened once at a time', async () => {
    const first = openSqliteStore(file());
    expect(() => openSqliteStore(file())).toThrow('is in use by another running console');
    await first.close();
    await openSqliteStore(file()).close();
  });

  it('is not opened while a console of an earlier version has locked it', async () => {
    await openSqliteStore(file()).close();
    const earlier = new DatabaseSync(file());
    earlier.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT');
    expect(() => openSqliteStore(file())).toThrow('is in use by another running console');
    earlier.close();
  });

  it('that is no database is rejected', async () => {
    const path = join(folder, 'notes.txt');
    await writeFile(path, 'not a database at all, but quite long enough to be mistaken for one'.repeat(20));
    expect(() => openSqliteStore(path)).toThrow('not a database');
  });
});

describe('another process', () => {
  let other: ChildProcess;
  afterEach(() => void other.kill('SIGKILL'));

  it('locks the file until it ends, and its data survives when it is killed', async () => {
    const script = fileURLToPath(new URL('../hold-database.ts', import.meta.url));
    other = spawn(process.execPath, ['--import', 'tsx', script, file()], { stdio: ['ignore', 'pipe', 'inherit'] });
    if (other.stdout) await once(other.stdout, 'data');
    expect(() => openSqliteStore(file())).toThrow('is in use by another running console');
    const ended = once(other, 'exit');
    other.kill('SIGKILL');
    await ended;
    const store = openSqliteStore(file());
    expect((await store.syncStatuses()).map(({ studio }) => studio.id)).toEqual(['held']);
    await store.close();
  });
});

describe('the schema', () => {
  const version = (database: DatabaseSync) => database.prepare('PRAGMA user_version').get();

  it('is migrated step by step, and unchanged once it is the newest', () => {
    const database = new DatabaseSync(inMemory);
    migrateSqlite(database, sqliteMigrations);
    database.exec("INSERT INTO operators (username, password) VALUES ('admin', '{}')");
    const added = [...sqliteMigrations, 'ALTER TABLE operators ADD COLUMN note TEXT', 'CREATE TABLE more (id TEXT)'];
    migrateSqlite(database, added);
    migrateSqlite(database, added);
    expect(version(database)).toEqual({ user_version: added.length });
    expect(database.prepare('SELECT username, note FROM operators').all()).toEqual([{ username: 'admin', note: null }]);
    database.close();
  });

  it('gives operators from before roles the role admin', () => {
    const database = new DatabaseSync(inMemory);
    migrateSqlite(database, sqliteMigrations.slice(0, 1));
    database.exec("INSERT INTO operators VALUES ('admin', '{}')");
    migrateSqlite(database, sqliteMigrations);
    expect(database.prepare('SELECT username, role FROM operators').all()).toEqual([
      { username: 'admin', role: 'admin' },
    ]);
    database.close();
  });

  it('keeps studios and last calls from before tokens could be replaced', async () => {
    await mkdir(join(folder, 'console'));
    const database = new DatabaseSync(file());
    migrateSqlite(database, sqliteMigrations.slice(0, 5));
    const { expiresAt: _expiry, issuedAt: _issued, tokenNumber: _number, oldToken: _token, ...older } = panel;
    const stored = { ...defaultConfiguration('a'), devices: [older] };
    database.prepare("INSERT INTO studios (id, name, configuration) VALUES ('a', 'A', ?)").run(JSON.stringify(stored));
    database.exec("INSERT INTO last_calls VALUES ('a', 'panel', 1000, '10.0.0.1')");
    database.close();
    const store = openSqliteStore(file());
    expect((await store.studio('a'))?.configuration.devices).toEqual([panel]);
    expect(await store.lastCalls('a')).toEqual(new Map([['panel', { time: 1_000, address: '10.0.0.1' }]]));
    expect(await store.oldTokenCalls('a')).toEqual(new Map());
    await store.close();
  });

  it('keeps operators and sessions from before roles in single studios', async () => {
    await mkdir(dirname(file()));
    const database = new DatabaseSync(file());
    migrateSqlite(database, sqliteMigrations.slice(0, 5));
    const stored = { method: 'scrypt', cost: 2, blockSize: 1, parallelization: 1, salt: 'eA==', hash: 'eA==' };
    database
      .prepare("INSERT INTO operators (username, role, password) VALUES ('vera', 'viewer', ?)")
      .run(JSON.stringify(stored));
    database.exec("INSERT INTO sessions VALUES ('one', 'vera', 5), ('two', 'vera', 6)");
    database.close();
    await expectMigratedOperator(openSqliteStore(file()));
  });

  it('keeps the history from before removed studios kept theirs', () => {
    const database = new DatabaseSync(inMemory);
    migrateSqlite(database, sqliteMigrations.slice(0, 5));
    database.exec(`INSERT INTO studios (id, name, configuration) VALUES ('a', 'A', '{}');
      INSERT INTO notes (id, studio_id, time_ms, operator, action, summary) VALUES (7, 'a', 1, 'admin', 'x', 'did it')`);
    migrateSqlite(database, sqliteMigrations);
    database.exec(
      "DELETE FROM studios; INSERT INTO notes SELECT NULL, 'a', 2, 'admin', 'x', 'did more', NULL, NULL, NULL",
    );
    expect(database.prepare('SELECT id, summary FROM notes ORDER BY id').all()).toEqual([
      { id: 7, summary: 'did it' },
      { id: 8, summary: 'did more' },
    ]);
    database.close();
  });

  it('removes subjects that were stored with a token, plain or encoded, and keeps the others', () => {
    const database = new DatabaseSync(inMemory);
    migrateSqlite(
      database,
      sqliteMigrations.slice(
        0,
        sqliteMigrations.findIndex((one) => one.includes('ADD COLUMN fields')),
      ),
    );
    const subjects = ['["access.listed.Svc_0123456789abcdefghijklmnopqrstuv"]', '["a%73vc"]', '["access.apiEnabled"]'];
    for (const one of subjects)
      database.prepare("INSERT INTO notes VALUES (NULL, 'a', 1, 'admin', 'x', 'did it', NULL, ?)").run(one);
    migrateSqlite(database, sqliteMigrations);
    const kept = database.prepare('SELECT subjects FROM notes ORDER BY id').all();
    expect(kept.map((row) => row['subjects'])).toEqual([null, null, subjects[2]]);
    database.close();
  });

  it('stays at the last complete migration when one fails', () => {
    const database = new DatabaseSync(inMemory);
    expect(() => {
      migrateSqlite(database, [...sqliteMigrations, 'CREATE TABLE half (id TEXT); CREATE TABLE studios (id TEXT)']);
    }).toThrow('already exists');
    expect(version(database)).toEqual({ user_version: sqliteMigrations.length });
    expect(database.prepare("SELECT name FROM sqlite_master WHERE name = 'half'").all()).toEqual([]);
    database.close();
  });

  it('is rejected if it is newer than the program', async () => {
    await openSqliteStore(file()).close();
    const database = new DatabaseSync(file());
    database.exec('PRAGMA user_version = 99');
    database.close();
    expect(() => openSqliteStore(file())).toThrow(
      `has schema version 99, this program knows up to ${String(sqliteMigrations.length)}`,
    );
  });
});

describe('how much is kept', () => {
  let opened: ReturnType<typeof openSqlite>;
  let store: ConsoleStore;
  beforeEach(() => {
    opened = openSqlite(inMemory);
    store = sqliteStore(opened);
  });
  afterEach(() => store.close());

  /** Executes a statement for each number `n` from 1. */
  const forEachNumber = (count: number, statement: string): void => {
    const numbers = `WITH RECURSIVE numbers (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM numbers LIMIT ${String(count)})`;
    opened.database.exec(`${numbers} ${statement}`);
  };

  const addEntries = (count: number, studioId: string): void => {
    forEachNumber(
      count,
      `INSERT INTO notes (studio_id, time_ms, operator, action, summary) SELECT ${studioId}, n, 'x', 'x', n FROM numbers`,
    );
  };

  const rows = (condition: string) =>
    Number(opened.database.prepare(`SELECT count(*) AS n FROM notes WHERE ${condition}`).get()?.['n']);

  const summaries = (condition: string) =>
    opened.database.prepare(`SELECT min(id) AS id, summary FROM notes WHERE ${condition}`).get()?.['summary'];

  describe('the history', () => {
    it.each([
      ['of a studio', "'a'", () => store.renameStudio('a', 'A', historyEntry)],
      ['of the console', 'NULL', () => store.changeOperators(() => E.right({ operators: [], historyEntry }))],
    ])('%s has its newest entries', async (_, studioId, change) => {
      await store.addStudio(entry, historyEntry);
      opened.database.exec('DELETE FROM notes');
      for (const id of ["'a'", 'NULL']) addEntries(maxHistoryEntries, id);
      await change();
      expect(rows(`studio_id IS ${studioId}`)).toBe(maxHistoryEntries);
      expect(summaries(`studio_id IS ${studioId}`)).toBe('2');
      expect(rows('true')).toBe(2 * maxHistoryEntries);
    });

    it('of removed studios has the newest entries of all of them', async () => {
      await store.addStudio(entry, historyEntry);
      opened.database.exec('DELETE FROM notes');
      addEntries(maxRemovedHistoryEntries, "'removed ' || (n % 20)");
      await store.addStudio({ ...entry, studio: { id: 'b', name: 'B' } }, historyEntry);
      await store.removeStudio('a', historyEntry);
      expect(rows("studio_id <> 'b'")).toBe(100_000);
      expect(summaries("studio_id <> 'b'")).toBe('2');
      expect(rows("studio_id = 'b'")).toBe(1);
    });

    it('lists as many removed studios as it names, the last removed first', async () => {
      addEntries(maxRemovedStudios + 1, "'removed ' || n");
      const removed = await store.removedStudios();
      expect(removed).toHaveLength(1_000);
      expect([removed[0]?.id, removed.at(-1)?.id]).toEqual([`removed ${String(maxRemovedStudios + 1)}`, 'removed 2']);
    });
  });

  it('known addresses are limited, the oldest first, and apart from those of failures', async () => {
    await store.changeFailures('failed', (failures) => addFailure(failures, 1));
    forEachNumber(
      maxFailedAddresses,
      `INSERT INTO failed_sign_ins (address, count, last_ms, forgiven_at_ms) SELECT 'known ' || n, 0, NULL, n FROM numbers`,
    );
    for (let at = 1; at < pruneFailuresEvery; at += 1)
      await store.changeFailures('newest', () => ({ ...noFailures, forgivenAt: maxFailedAddresses + at }));
    expect(await store.changeFailures('known 1', (before) => before)).toEqual(noFailures);
    expect(await store.changeFailures('known 2', (before) => before)).toEqual({ ...noFailures, forgivenAt: 2 });
    expect((await store.changeFailures('failed', (before) => before)).count).toBe(1);
  });
});
