// What a backup keeps, from either database to either database.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { beforeEach, describe, expect, it } from 'vitest';
import type { BackupSource } from '../../../adapters/storage/backup/database-backup.js';
import type { ConsoleStore } from '../../../application/ports/console-store.js';
import type { Operator } from '../../../domain/console/operator.js';
import { backUpConsole, restoreConsole } from '../../../infra/console/console-backup.js';
import { readSettings, type CommandLine, type Settings } from '../../../infra/settings/settings.js';
import { contentOf, fillConsole } from './filled-console.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

/** A database that a test creates: its settings, and its store as a running console opens it. */
export interface ConsoleDatabase {
  readonly settings: Settings;
  readonly open: () => Promise<ConsoleStore>;
}

/** Creates an empty database, with its files in a folder. */
export type NewDatabase = (folder: string) => Promise<ConsoleDatabase>;

/** Returns a command line without operands. */
export const commandLine = (settings: Settings, flags: CommandLine['flags'] = {}): CommandLine => ({
  part: 'console',
  operands: [],
  flags,
  settings,
});

/** Returns the settings with a data folder and an optional database. */
export const settingsWith = (dataFolder: string, url?: string): Settings => {
  const database = url === undefined ? [] : ['--database-url', url];
  const read = readSettings(['console', '--data-dir', dataFolder, '--log-level', 'error', ...database], {});
  if (E.isLeft(read)) throw new Error(read.left);
  return read.right.settings;
};

/** Opens a store for one task. */
export const withStore = async <A>(
  { open }: ConsoleDatabase,
  task: (store: ConsoleStore) => Promise<A>,
): Promise<A> => {
  const store = await open();
  try {
    return await task(store);
  } finally {
    await store.close();
  }
};

/** Changes a console's data while a backup of it is read. Expects that the backup has the data of one moment. */
export const expectOneMoment = async ({ read }: BackupSource, store: ConsoleStore): Promise<void> => {
  const names: unknown[] = [];
  const late: Operator = { username: 'late', role: 'admin', studioRoles: {}, disabled: false, password: null };
  const historyEntry = { time: 9, operator: 'vera', action: 'test', summary: 'added an operator' };
  const addLate = () => store.changeOperators((before) => E.right({ operators: [...before, late], historyEntry }));
  await read(async (records) => {
    for await (const { kind, values } of records) {
      if (names.length === 0) await addLate();
      names.push(kind.kind === 'operator' ? values['username'] : kind.kind);
    }
  });
  expect(await store.operator('late')).toEqual(late);
  expect(names).toEqual(expect.arrayContaining(['studio', 'admin']));
  expect(names).not.toContain('late');
};

/** Returns JSON as it is after a restore: invitations have ended (SIGN-IN-13). */
const restored = (json: string): string => json.replaceAll(`"expiresAt":${String(2 ** 41)}`, '"expiresAt":0');

/** Backs up and restores all data from one database to another. */
export const backupContract = (name: string, newSource: NewDatabase, newTarget: NewDatabase): void => {
  describe(name, () => {
    let folder: string;
    const file = () => join(folder, 'console.backup');
    beforeEach(() => {
      folder = temporaryFolder();
    });

    it('of a running console keeps everything, and the restored console goes on', async () => {
      const source = await newSource(join(folder, 'source'));
      const target = await newTarget(join(folder, 'target'));
      const before = await withStore(source, async (store) => {
        await fillConsole(store);
        const made = await backUpConsole(file(), commandLine(source.settings));
        expect(made.lines).toEqual([`${file()}: 2 studios, 3 operators, 9 history entries`]);
        return contentOf(store);
      });
      expect(await restoreConsole(file(), commandLine(target.settings))).toMatchObject({ exitCode: 0 });
      await withStore(target, async (store) => {
        expect(await store.history(null, { limit: 1 })).toMatchObject([
          { id: 10, action: 'console.restore', operator: 'the console itself' },
        ]);
        expect(await contentOf(store, ['console.restore'])).toEqual({
          ...before,
          operators: JSON.parse(restored(JSON.stringify(before.operators))) as unknown,
        });
        // What a service has in force, the service itself reports.
        expect(await store.syncStatuses(['a'])).toMatchObject([{ appliedVersion: null, refusal: null }]);
        const historyEntry = { time: 9, operator: 'vera', action: 'test', summary: 'renamed' };
        await store.renameStudio('b', 'Bee', historyEntry);
        expect(await store.history('b', { limit: 1 })).toMatchObject([{ id: 11, summary: 'renamed' }]);
      });
    });

    it('of the restored console is the same, but for the entry of the restore', async () => {
      const source = await newSource(join(folder, 'source'));
      const target = await newTarget(join(folder, 'target'));
      await withStore(source, fillConsole);
      await backUpConsole(file(), commandLine(source.settings));
      await restoreConsole(file(), commandLine(target.settings));
      const again = join(folder, 'again.backup');
      await backUpConsole(again, commandLine(target.settings));
      const records = (path: string) => readFileSync(path, 'utf8').trim().split('\n').slice(1, -1);
      expect(records(again).slice(0, -1).toSorted()).toEqual(records(file()).map(restored).toSorted());
      expect(records(again).at(-1)).toContain('console.restore');
    });

    it('is restored over data only if that is requested, and ends all sessions', async () => {
      const source = await newSource(join(folder, 'source'));
      await withStore(source, fillConsole);
      await backUpConsole(file(), commandLine(source.settings));
      await withStore(source, (store) =>
        store.removeStudio('a', { time: 7, operator: 'vera', action: 'test', summary: 'removed a' }),
      );
      expect(await restoreConsole(file(), commandLine(source.settings))).toEqual({
        lines: ['console restore: the database has data of a console already; add --replace to replace it'],
        exitCode: 1,
      });
      await withStore(source, async (store) => {
        expect(await store.studio('a')).toBeUndefined();
        expect(await store.sessionsOf('admin')).toHaveLength(1);
      });
      expect((await restoreConsole(file(), commandLine(source.settings, { replace: true }))).exitCode).toBe(0);
      await withStore(source, async (store) => {
        expect(await store.studio('a')).toBeDefined();
        expect(await store.sessionsOf('admin')).toEqual([]);
      });
    });

    it('is not restored while a console is running, and nothing is changed', async () => {
      const source = await newSource(join(folder, 'source'));
      await withStore(source, async (store) => {
        await fillConsole(store);
        await backUpConsole(file(), commandLine(source.settings));
        const before = await contentOf(store);
        const { lines, exitCode } = await restoreConsole(file(), commandLine(source.settings, { replace: true }));
        expect(lines.join()).toMatch(/is in use by another running console|a console is running on the database/);
        expect(exitCode).toBe(1);
        expect(await contentOf(store)).toEqual(before);
      });
    });
  });
};
