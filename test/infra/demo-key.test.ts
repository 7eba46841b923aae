// The studio key that the console gives the demo studio.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { cheapPasswords } from '../../features/support/cheap-passwords.js';
import { composeConsole } from '../../infra/console.js';
import { readSettings } from '../../infra/settings.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { memoryLog } from '../console/readable-log.js';
import { rightOf } from '../domain/fixtures.js';

const folders: string[] = [];
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'studio-control-demo-'));
  folders.push(folder);
  return folder;
};
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** Starts a console on a data folder, and returns the key of the demo studio. */
const keyIn = async (folder: string): Promise<string> => {
  const settings = rightOf(readSettings([], { DATA_DIR: folder, CONSOLE_PORT: '0' })).settings;
  const console = await composeConsole(settings, memoryLog(), cheapPasswords);
  const key = await console.enrol(demoStudio);
  await console.stop();
  return key;
};

it('@DEMO-3: the key of the demo studio is another one on each machine, and stays the same there', async () => {
  const [here, there] = [newFolder(), newFolder()];
  const key = await keyIn(here);
  expect(key.length).toBeGreaterThanOrEqual(32);
  expect(await keyIn(there)).not.toBe(key);
  expect(await keyIn(here)).toBe(key);
});

it('a console whose database is lost gives the studio another key, and keeps that one', async () => {
  const folder = newFolder();
  const lost = await keyIn(folder);
  rmSync(join(folder, 'console'), { recursive: true });
  const key = await keyIn(folder);
  expect(key).not.toBe(lost);
  expect(await keyIn(folder)).toBe(key);
});
