// A file of a log: who may read it, what a disk leaves that fails in the middle of a write, and what a refused file leaves open.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openAppendFile } from '../../../adapters/audit/append-file.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

let folder = '';

beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Makes the next write fail, after its text has reached the file. */
const failOnce = async (): Promise<void> => {
  const handle = await open(join(folder, 'other'), 'w');
  const operations = Object.getPrototypeOf(handle) as { write: (text: Buffer) => Promise<unknown> };
  const { write } = operations;
  await handle.close();
  vi.spyOn(operations, 'write').mockImplementationOnce(async function (this: FileHandle, text) {
    await write.call(this, text);
    throw new Error('ENOSPC');
  });
};

it('a text whose write failed is there once after it was written again', async () => {
  const path = join(folder, 'audit');
  const file = await openAppendFile(path);
  await file.append('one\n');
  await failOnce();
  await expect(file.append('two\n')).rejects.toThrow('ENOSPC');
  expect(readFileSync(path, 'utf8')).toBe('one\n');
  expect(await file.append('two\n')).toBe(8);
  expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n');
  await file.close();
});

it('a text that was cut off is ended once, before the next one', async () => {
  const path = join(folder, 'audit');
  writeFileSync(path, 'cut');
  const file = await openAppendFile(path);
  expect(await file.append('one\n')).toBe(8);
  expect(await file.append('two\n')).toBe(12);
  expect(readFileSync(path, 'utf8')).toBe('cut\none\ntwo\n');
  await file.close();
});

it('the name of a file is on disk before it is used', async () => {
  const handle = await open(join(folder, 'other'), 'w');
  const synced = vi.spyOn(Object.getPrototypeOf(handle) as Pick<FileHandle, 'sync'>, 'sync');
  await handle.close();
  const file = await openAppendFile(join(folder, 'audit'));
  expect(synced).toHaveBeenCalledTimes(1);
  await file.close();
});

it('a write that failed takes no octet of earlier texts with it', async () => {
  const path = join(folder, 'audit');
  const file = await openAppendFile(path);
  await file.append('Küche – 📺\n');
  await failOnce();
  await expect(file.append('two\n')).rejects.toThrow('ENOSPC');
  expect(await file.append('three\n')).toBe(Buffer.byteLength('Küche – 📺\nthree\n'));
  expect(readFileSync(path, 'utf8')).toBe('Küche – 📺\nthree\n');
  await file.close();
});

it('@AS-RUN-4: a file that others could read is closed to them', async () => {
  const path = join(folder, 'audit');
  writeFileSync(path, 'one\n', { mode: 0o666 });
  await (await openAppendFile(path)).close();
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

it.skipIf(!existsSync('/proc/self/fd'))('what is not a file is refused, and left closed', async () => {
  const path = join(folder, 'pipe');
  execFileSync('mkfifo', [path]);
  await expect(openAppendFile(path)).rejects.toThrow('is not a file');
  const targets = readdirSync('/proc/self/fd').flatMap((descriptor) => {
    const link = `/proc/self/fd/${descriptor}`;
    return existsSync(link) ? [readlinkSync(link)] : [];
  });
  expect(targets).not.toContain(path);
});
