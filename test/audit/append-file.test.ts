// A file of the audit log on a disk that fails in the middle of a write.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openAppendFile } from '../../adapters/audit/append-file.js';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'studio-control-append-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

/** Makes the next write to disk fail, after its text has reached the file. */
const failOnce = async (): Promise<void> => {
  const handle = await open(join(folder, 'other'), 'w');
  const operations = Object.getPrototypeOf(handle) as Pick<FileHandle, 'datasync'>;
  await handle.close();
  vi.spyOn(operations, 'datasync').mockRejectedValueOnce(new Error('ENOSPC'));
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
