// Folders that are created with their parents.
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeFolders } from '../../../adapters/storage/make-folders.js';

const folder = mkdtempSync(join(tmpdir(), 'studio-control-folders-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const ownerOnly = 0o700;

describe('creating folders', () => {
  it('creates missing parents with the same mode, and names the topmost', async () => {
    const path = join(folder, 'a', 'b', 'c');
    expect(await makeFolders(path, ownerOnly)).toBe(join(folder, 'a'));
    expect(statSync(join(folder, 'a', 'b')).mode & 0o777).toBe(ownerOnly);
    expect(existsSync(path)).toBe(true);
  });

  it('creates nothing that exists', async () => {
    const path = join(folder, 'd');
    expect([await makeFolders(path, ownerOnly), await makeFolders(path, ownerOnly)]).toEqual([path, undefined]);
  });

  it('is done by several at the same time', async () => {
    const path = join(folder, 'e', 'f');
    await Promise.all([1, 2, 3, 4].map(() => makeFolders(path, ownerOnly)));
    expect(statSync(path).isDirectory()).toBe(true);
  });

  it.each([
    ['below a file', () => join(folder, 'file', 'x'), 'ENOTDIR'],
    ['in place of a file', () => join(folder, 'file'), 'EEXIST'],
    ['where none can be created', () => '/proc/missing/x', 'ENOENT'],
  ])('fails %s', async (_where, path, code) => {
    writeFileSync(join(folder, 'file'), '');
    await expect(makeFolders(path(), ownerOnly)).rejects.toMatchObject({ code });
  });
});
