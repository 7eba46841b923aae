// A folder is marked as in use as long as the process lives that uses it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isFolderInUse, markFolderInUse } from '../../adapters/storage/folder-in-use.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'folder-in-use-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

it('is not in use before it is marked, and can be marked once', async () => {
  expect(await isFolderInUse(folder)).toBe(false);
  await markFolderInUse(folder);
  expect(await isFolderInUse(folder)).toBe(true);
  await expect(markFolderInUse(folder)).rejects.toThrow('EADDRINUSE');
});

it('is not in use once the mark is removed, and can be marked again', async () => {
  const unmark = await markFolderInUse(folder);
  unmark();
  expect(await isFolderInUse(folder)).toBe(false);
  await markFolderInUse(folder);
  expect(await isFolderInUse(folder)).toBe(true);
});

it('is not in use after the process was killed, and can be marked again', async () => {
  const script = `require('net').createServer().listen(process.argv[1], () => console.log('marked'))`;
  const child = spawn(process.execPath, ['-e', script, join(folder, 'in-use')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  expect(await isFolderInUse(folder)).toBe(true);
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
  expect(await isFolderInUse(folder)).toBe(false);
  await markFolderInUse(folder);
  expect(await isFolderInUse(folder)).toBe(true);
});

it('can not be marked where there is no folder', async () => {
  await expect(markFolderInUse(join(folder, 'none'))).rejects.toThrow();
});
