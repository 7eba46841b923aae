// Backups of the embedded database: what they contain, how they are written, and which are refused.
import { createHash, randomUUID } from 'node:crypto';
import {
  existsSync,
  lutimesSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { leftOut, recordKinds } from '../../../adapters/storage/backup/record-kinds.js';
import { postgresMigrations } from '../../../adapters/storage/postgres/schema.js';
import { openSqliteStore } from '../../../adapters/storage/sqlite/console-store.js';
import { inMemory } from '../../../adapters/storage/sqlite/database.js';
import { sqliteBackupSource } from '../../../adapters/storage/sqlite/backup.js';
import { migrateSqlite, sqliteMigrations } from '../../../adapters/storage/sqlite/schema.js';
import { secretBox } from '../../../adapters/node/secret-box.js';
import type { ConsoleStore } from '../../../application/ports/console-store.js';
import { backUpConsole, moveConsole, restoreConsole } from '../../../infra/console/console-backup.js';
import { version } from '../../../infra/machine/version.js';
import {
  backupContract,
  commandLine,
  expectOneMoment,
  settingsWith,
  withStore,
  type NewDatabase,
} from '../../adapters/storage/console-backup.contract.js';
import { contentOf, fillConsole } from '../../adapters/storage/filled-console.js';
import { storageFixture } from '../../adapters/storage/storage-fixture.js';

const embedded: NewDatabase = (folder) => {
  mkdirSync(folder, { recursive: true });
  const settings = settingsWith(folder);
  return Promise.resolve({
    settings,
    open: () => Promise.resolve(openSqliteStore(join(folder, 'console', 'console.sqlite'))),
  });
};

describe('@BACKUP-1: a backup', () => {
  backupContract('from the embedded database to another', embedded, embedded);
});

const { folder } = storageFixture();
const file = () => join(folder(), 'console.backup');
const filled = async () => {
  const database = await embedded(join(folder(), 'source'));
  await withStore(database, fillConsole);
  return database;
};
const made = async () => {
  const database = await filled();
  await backUpConsole(file(), commandLine(database.settings));
  return database;
};
const restored = async (flags = {}) =>
  restoreConsole(file(), commandLine(settingsWith(join(folder(), 'target')), flags));
const linesOf = () => readFileSync(file(), 'utf8').split('\n');

it('@BACKUP-1: a backup has the data of one moment, though the console changes it meanwhile', async () => {
  const { settings, open } = await filled();
  await withStore({ settings, open }, async (store) => {
    const source = sqliteBackupSource(join(settings.DATA_DIR, 'console', 'console.sqlite'));
    await expectOneMoment(source, store);
    await source.close();
  });
});

describe('@BACKUP-2: the records', () => {
  it('are all columns of both databases, or are left out with a reason', () => {
    const database = new DatabaseSync(inMemory);
    migrateSqlite(database);
    const tables = database
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
      .all()
      .map(({ name }) => String(name));
    const columns = tables.flatMap((table) =>
      database
        .prepare('SELECT name FROM pragma_table_info(?)')
        .all(table)
        .map(({ name }) => `${table}.${String(name)}`),
    );
    database.close();
    const kept = recordKinds.flatMap(({ table, fields }) => fields.map(({ column }) => `${table}.${column}`));
    const isLeftOut = (path: string): boolean => {
      const [table = '', column = ''] = path.split('.');
      return (leftOut.get(table) ?? []).some(({ columns: some }) => some?.includes(column) ?? true);
    };
    expect(columns.filter((path) => !kept.includes(path) && !isLeftOut(path))).toEqual([]);
    expect(kept.filter((path) => !columns.includes(path))).toEqual([]);
    // Both databases are migrated together.
    const created = postgresMigrations.join().matchAll(/CREATE TABLE (\w+)/g);
    const known = new Set([...recordKinds.map(({ table }) => table), ...leftOut.keys()]);
    expect([...created].map(([, table = '']) => table).filter((table) => !known.has(table))).toEqual([]);
  });

  it('contain no session, no token and no password', async () => {
    await made();
    const text = readFileSync(file(), 'utf8');
    expect(text).not.toContain('f'.repeat(64));
    expect(text).not.toContain('Firefox');
  });
});

describe('@BACKUP-2: the batches of refused callers', () => {
  it('are in the order in which they came, so that a restored console forgets the oldest first', async () => {
    const database = await filled();
    await withStore(database, async (store) => {
      for (const id of ['a-later', '2']) await store.addReport('a', { lastCalls: [], refusals: { id, callers: [] } });
    });
    await backUpConsole(file(), commandLine(database.settings));
    const records = linesOf().filter((line) => line.includes('"refusalBatch"'));
    expect(records.map((line) => (JSON.parse(line) as { readonly id: string }).id)).toEqual([
      'batch-1',
      'a-later',
      '2',
    ]);
  });
});

describe('@BACKUP-3: the file', () => {
  it('is readable by its owner only, and has a header and an end', async () => {
    await made();
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    const lines = linesOf();
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ kind: 'header', format: 7, program: version });
    expect(JSON.parse(lines.at(-2) ?? '')).toMatchObject({ kind: 'end', records: lines.length - 3 });
  });

  it('is not overwritten, unless that is requested', async () => {
    const { settings } = await filled();
    writeFileSync(file(), 'precious');
    expect(await backUpConsole(file(), commandLine(settings))).toEqual({
      lines: [`console backup: ${file()} exists already; choose another name, or add --replace`],
      exitCode: 1,
    });
    expect(readFileSync(file(), 'utf8')).toBe('precious');
    expect((await backUpConsole(file(), commandLine(settings, { replace: true }))).exitCode).toBe(0);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(linesOf().length).toBeGreaterThan(10);
  });

  it('leaves other files beside it as they are', async () => {
    writeFileSync(`${file()}.new`, 'of somebody else');
    await made();
    expect(readFileSync(`${file()}.new`, 'utf8')).toBe('of somebody else');
  });

  it('removes what a killed backup to the same file has left', async () => {
    const { settings } = await filled();
    const [anHourAgo, justNow] = [new Date(Date.now() - 61 * 60_000), new Date(Date.now() - 55 * 60_000)];
    const unfinished = (name: string, changedAt: Date): string => {
      const path = join(folder(), `${name}.new`);
      writeFileSync(path, 'unfinished');
      utimesSync(path, changedAt, changedAt);
      return path;
    };
    const left = unfinished(`console.backup.${randomUUID()}`, anHourAgo);
    const others = [
      unfinished(`console.backup.${randomUUID()}`, justNow),
      unfinished(`other.backup.${randomUUID()}`, anHourAgo),
      unfinished(`archive.backup.${randomUUID()}`, anHourAgo),
      unfinished('console.backup.monday', anHourAgo),
    ];
    const linked = join(folder(), `console.backup.${randomUUID()}.new`);
    symlinkSync(others.at(-1) ?? '', linked);
    lutimesSync(linked, anHourAgo, anHourAgo);
    await backUpConsole(file(), commandLine(settings));
    expect(existsSync(left)).toBe(false);
    expect([...others, linked].map((path) => existsSync(path))).toEqual([true, true, true, true, true]);
  });

  it('is never a folder or a device', async () => {
    const { settings } = await filled();
    const { lines } = await backUpConsole('/dev/null', commandLine(settings, { replace: true }));
    expect(lines).toEqual(['console backup: /dev/null is not a file; choose another name']);
  });

  it('does not replace a symbolic link, nor what it leads to', async () => {
    const { settings } = await filled();
    const target = join(folder(), 'target');
    writeFileSync(target, 'precious');
    symlinkSync(target, file());
    const { lines } = await backUpConsole(file(), commandLine(settings, { replace: true }));
    expect(lines).toEqual([`console backup: ${file()} is not a file; choose another name`]);
    expect(readFileSync(target, 'utf8')).toBe('precious');
    expect(readlinkSync(file())).toBe(target);
  });

  it('is not left half written', async () => {
    const { settings } = await filled();
    const database = new DatabaseSync(join(settings.DATA_DIR, 'console', 'console.sqlite'));
    database.exec(`UPDATE operators SET role = 'emperor' WHERE username = 'olga'`);
    database.close();
    const { lines, exitCode } = await backUpConsole(file(), commandLine(settings));
    expect(lines.join()).toContain('the database has an invalid record: operator: role: expected');
    expect(exitCode).toBe(1);
    expect(readdirSync(folder())).toEqual(['source']);
  });

  it.each([
    ['that is missing', undefined, "can't be read (ENOENT)"],
    ['that is empty', () => '', 'is not a backup of a console'],
    ['of something else', () => 'PK\u0003\u0004', 'is not a backup of a console'],
    [
      'of a newer program',
      (text: string) => text.replace('"format":7,"program":"', '"format":99,"program":"9.'),
      'is a backup of format 99 by version 9.',
    ],
    [
      'of the next format',
      (text: string) => text.replace('"format":7,"program":"', '"format":8,"program":"9.'),
      'is a backup of format 8 by version 9.',
    ],
    ['that is cut at a line', (text: string) => text.split('\n').slice(0, -2).join('\n'), 'is damaged: it ends after'],
    ['that is cut in a line', (text: string) => text.slice(0, -400), 'is damaged: '],
    ['that is continued', (text: string) => `${text}{}\n`, 'is damaged: it goes on after its end'],
    ['of which a record is missing', (text: string) => text.replace(/^.*lastCall.*\n/m, ''), 'records instead of'],
    ['of which a word was changed', (text: string) => text.replace('added a', 'added A'), 'its checksum is wrong'],
    [
      'with an unknown record',
      (text: string) => text.replace('"kind":"lastCall"', '"kind":"tea"'),
      'line 4: expected a record',
    ],
    ['with a wrong record', (text: string) => text.replace('"id":"b"', '"id":"/b"'), 'line 3: studio: id: expected'],
  ])('%s is refused, and nothing is changed', async (_, change, message) => {
    await made();
    const target = await embedded(join(folder(), 'target'));
    await withStore(target, (store) =>
      store.changeOperators(() =>
        E.right({
          operators: [],
          historyEntry: { time: 1, operator: 'x', action: 'x', summary: 'before' },
        }),
      ),
    );
    const before = await withStore(target, contentOf);
    const text = readFileSync(file(), 'utf8');
    if (change === undefined) rmSync(file());
    else writeFileSync(file(), change(text));
    const { lines, exitCode } = await restored({ replace: true });
    expect(lines).toHaveLength(1);
    expect(lines.join()).toContain(message);
    expect(exitCode).toBe(1);
    expect(await withStore(target, contentOf)).toEqual(before);
  });
});

describe('@BACKUP-4: a restored console', () => {
  const sealedWith = async (key: string) => {
    const database = await filled();
    await withStore(database, (store) =>
      store.changeSecondFactor('olga', (factor) => ({ ...factor, sealedSecret: secretBox(key).seal('SECRET') })),
    );
    const historyEntry = { time: 1, operator: 'x', action: 'test.ignored', summary: 'sealed' };
    const sealedSecret = secretBox(key).seal('whsec_');
    await withStore(database, (store) =>
      store.changeWebhooks((all) => E.right({ webhooks: all.map((one) => ({ ...one, sealedSecret })), historyEntry })),
    );
    return backUpConsole(file(), commandLine(database.settings));
  };

  it('says when the key of second factors and webhooks is another one', async () => {
    const { notes } = await sealedWith('the key of the console');
    expect(notes?.join()).toContain('keep the key of second factors as well');
    const warnings = (await restored()).notes?.join();
    expect(warnings).toContain("the second factors of 1 operator can't be decrypted here");
    expect(warnings).toContain("the secrets of 2 webhooks can't be decrypted here");
    writeFileSync(join(folder(), 'target', 'second-factor-key'), 'the key of the console\n');
    expect((await restored({ replace: true })).notes).toEqual([]);
  });
});

/** Returns a store as it was before last calls had answers, and refused callers reasons. */
const withoutDetails = (store: ConsoleStore): ConsoleStore => ({
  ...store,
  lastCalls: async (id) =>
    new Map([...(await store.lastCalls(id))].map(([device, { time, address }]) => [device, { time, address }])),
  refusedCallers: async (id) => (await store.refusedCallers(id)).map(({ reasons: _, ...caller }) => caller),
});

describe('@BACKUP-3: a backup of the first format', () => {
  it('is restored', async () => {
    const target = await embedded(join(folder(), 'target'));
    const file = join(import.meta.dirname, '../../adapters/storage/format-1.backup');
    expect(await restoreConsole(file, commandLine(target.settings))).toMatchObject({ exitCode: 0 });
    const source = await filled();
    // The backup was made of the same data, before there were old keys, labels, answers, reasons and API tokens.
    const ignored = ['console.restore', 'test.ignored'];
    const entry = { time: 0, operator: '', action: 'test.ignored', summary: '' };
    await withStore(source, async (store) => {
      await store.changeKeys('a', ({ keyHash }) => ({ keyHash }), entry);
      await store.changeLabels('a', () => E.right({ labels: [], historyEntry: entry }));
      await store.changeOperators((operators) =>
        E.right({
          operators: operators.map((one) => ({ ...one, mustChangePassword: false, invitation: undefined })),
          historyEntry: entry,
        }),
      );
      await store.changeApiTokens(() => E.right({ tokens: [], historyEntry: entry }));
      await store.changeWebhooks(() => E.right({ webhooks: [], historyEntry: entry }));
    });
    const expected = await withStore(source, (store) => contentOf(withoutDetails(store), ignored));
    expect(await withStore(target, (store) => contentOf(store, ignored))).toEqual(expected);
  });
});

/** Rewrites a backup as an earlier format has it: with a field of its records, and a checksum that fits. */
const rewritten = (text: string, format: number, from: RegExp, to: string): string => {
  const changed = text
    .replace('"format":7', `"format":${String(format)}`)
    .replace(from, to)
    .split('\n')
    .slice(0, -2);
  const sha256 = createHash('sha256')
    .update(changed.map((line) => `${line}\n`).join(''))
    .digest('hex');
  return [...changed, JSON.stringify({ kind: 'end', records: changed.length - 1, sha256 }), ''].join('\n');
};

describe('@BACKUP-3: a backup of the third format', () => {
  it.each([3, 4])(
    'keeps labels and subjects; in format %s tokens in subjects are hidden until they were',
    async (format) => {
      await made();
      const token = `svc_${'a'.repeat(32)}`;
      writeFileSync(file(), rewritten(readFileSync(file(), 'utf8'), format, /"access\.listed"\]/, `"${token}"]`));
      expect(await restored()).toMatchObject({ exitCode: 0 });
      await withStore(await embedded(join(folder(), 'target')), async (store) => {
        expect((await store.syncStatuses(['a']))[0]?.labels).toEqual(['Köln', '🎬']);
        const [newest] = await store.history('a', { limit: 1 });
        expect(newest?.subjects).toEqual([format === 3 ? '***' : token]);
      });
    },
  );
});

describe('an embedded database', () => {
  it('that is missing is not created by a backup', async () => {
    const settings = settingsWith(join(folder(), 'nowhere'));
    expect((await backUpConsole(file(), commandLine(settings))).lines.join()).toContain(
      'there is no database of a console',
    );
    expect(existsSync(join(folder(), 'nowhere'))).toBe(false);
  });

  it('of another program version is refused', async () => {
    const { settings } = await filled();
    const database = new DatabaseSync(join(settings.DATA_DIR, 'console', 'console.sqlite'));
    const known = sqliteMigrations.length;
    database.exec(`PRAGMA user_version = ${String(known + 1)}`);
    expect((await backUpConsole(file(), commandLine(settings))).lines.join()).toContain('use a newer program');
    database.exec(`PRAGMA user_version = ${String(known - 1)}`);
    expect((await backUpConsole(file(), commandLine(settings))).lines.join()).toContain(
      'start the console of this version',
    );
    database.close();
  });

  it('is not moved without an address, or while a console is running, and the address is not printed', async () => {
    const source = await filled();
    const { lines } = await moveConsole(commandLine(source.settings));
    expect(lines).toEqual(['console move: expected --to postgres://…, DATABASE_URL or DATABASE_URL_FILE']);
    const to = 'postgres://console:hunter2@127.0.0.1:1/none';
    const [configured, asked] = [{ ...source.settings, DATABASE_URL: 'mysql://set' }, { to: 'http://asked' }];
    for (const named of [commandLine(configured), commandLine({ ...source.settings, DATABASE_URL: to }, asked)])
      expect((await moveConsole(named)).lines.join()).toContain('DATABASE_URL: expected an address of the form');
    await withStore(source, async () => {
      const refused = await moveConsole(commandLine(source.settings, { to }));
      expect(refused.lines.join()).toContain('is in use by another running console');
    });
    const refused = await moveConsole(commandLine(source.settings, { to }));
    expect(refused.lines.join()).toContain('ECONNREFUSED');
    expect(refused.lines.join()).not.toContain('hunter2');
    const open = await moveConsole(commandLine(source.settings, { to: 'postgres://c:hunter2@db.example/none' }));
    expect(open.lines.join()).toContain('sent without TLS');
    expect(open.lines.join()).not.toContain('hunter2');
  });
});
