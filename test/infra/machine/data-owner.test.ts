// A restore by root of the data of a console that runs as another user: only root can become that user.
import { chmodSync, chownSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../../adapters/storage/sqlite/console-store.js';
import { backUpConsole, restoreConsole } from '../../../infra/console/console-backup.js';
import { commandLine, settingsWith } from '../../adapters/storage/console-backup.contract.js';
import { fillConsole } from '../../adapters/storage/filled-console.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

/** The user and group `nobody` of Debian. */
const nobody = 65_534;

const root = process.geteuid?.() === 0;

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
  chmodSync(folder, 0o711);
});
afterEach(() => {
  beRoot();
});

const beRoot = (): void => {
  if (!root) return;
  process.seteuid?.(0);
  process.setegid?.(0);
};

/** Creates a folder for data, and returns its settings. */
const dataOf = (name: string, owner: number) => {
  const data = join(folder, name);
  mkdirSync(data);
  chownSync(data, owner, owner);
  return settingsWith(data);
};

/** Backs up a console, to a file that only root can read. */
const backup = async (): Promise<string> => {
  const settings = dataOf('source', 0);
  mkdirSync(join(settings.DATA_DIR, 'console'));
  const store = openSqliteStore(join(settings.DATA_DIR, 'console', 'console.sqlite'));
  await fillConsole(store);
  await store.close();
  const file = join(folder, 'console.backup');
  await backUpConsole(file, commandLine(settings));
  return file;
};

describe.skipIf(!root)('a restore by root', () => {
  it.each([nobody, 0])('leaves files of the owner of the data folder only: user %i', async (owner) => {
    const file = await backup();
    const { DATA_DIR, ...settings } = dataOf('target', owner);
    const restored = await restoreConsole(file, commandLine({ ...settings, DATA_DIR }));
    beRoot();
    expect(restored).toMatchObject({ exitCode: 0 });
    const written = readdirSync(DATA_DIR, { recursive: true, encoding: 'utf8' });
    expect(written).toContain('console/console.sqlite');
    const owners = written.map((path) => statSync(join(DATA_DIR, path))).map(({ uid, gid }) => [uid, gid]);
    expect(owners).toEqual(written.map(() => [owner, owner]));
  });
});
