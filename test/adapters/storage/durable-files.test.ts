// New folders whose names are not on disk yet, on a disk that fails for a moment; and files in a folder of others.
import { chmodSync, closeSync, existsSync, lstatSync, mkdirSync, openSync } from 'node:fs';
import { readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { disk, diskOperations, replaceFile, type FileSystem } from '../../../adapters/storage/durable-files.js';
import { makeFolders } from '../../../adapters/storage/make-folders.js';
import { storageFixture } from './storage-fixture.js';

const path = '/data/studio/service';

const { folder } = storageFixture();
const file = () => join(folder(), 'file');
const target = () => join(folder(), 'target');
const secret = Buffer.from('a generated password');
const modeOf = (of: string): number => statSync(of).mode & 0o777;

/** A file system on which one sync of a folder fails. Lists the folders that were synced. */
const failingOnce = (folder: string, code: string) => {
  let hasFailed = false;
  const synced: string[] = [];
  const sync = (opened: string): Promise<void> => {
    const fails = opened === folder && !hasFailed;
    hasFailed ||= fails;
    if (fails) return Promise.reject(Object.assign(new Error(code), { code }));
    synced.push(opened);
    return Promise.resolve();
  };
  const files: Pick<FileSystem, 'makeFolders' | 'open'> = {
    makeFolders: () => Promise.resolve(undefined),
    open: (opened) =>
      Promise.resolve({
        writeFile: () => Promise.reject(new Error('a folder')),
        sync: () => sync(opened),
        [Symbol.asyncDispose]: () => Promise.resolve(),
      }),
  };
  return { synced, operations: diskOperations(files as FileSystem) };
};

describe('the folders above a stored file', () => {
  it.each(['/data/studio', '/data', '/'])('are synced again after a sync of %s has failed', async (folder) => {
    const { synced, operations } = failingOnce(folder, 'EIO');
    await expect(operations.makeFolder(path)).rejects.toThrow('EIO');
    synced.length = 0;
    await operations.makeFolder(path);
    expect(synced).toEqual(['/data/studio', '/data', '/']);
  });

  it('are synced once', async () => {
    const { synced, operations } = failingOnce('', '');
    await operations.makeFolder(path);
    await operations.makeFolder(path);
    expect(synced).toEqual(['/data/studio', '/data', '/']);
  });

  it.each(['EIO', 'ENOSPC', 'EDQUOT', 'ESTALE', 'EMFILE'])('are not durable if a sync fails with %s', async (code) => {
    await expect(failingOnce('/data', code).operations.makeFolder(path)).rejects.toThrow(code);
  });

  it.each(['EACCES', 'EPERM', 'EINVAL', 'EROFS'])('need no sync where it fails with %s', async (code) => {
    const { synced, operations } = failingOnce('/data', code);
    await operations.makeFolder(path);
    expect(synced).toEqual(['/data/studio', '/']);
  });
});

describe('a temporary file that another user has prepared', () => {
  it('of any mode never receives the secret', async () => {
    writeFileSync(`${file()}.new`, '');
    chmodSync(`${file()}.new`, 0o666);
    const prepared = openSync(`${file()}.new`, 'r');
    await replaceFile(disk, file(), secret);
    expect(readFileSync(prepared, 'utf8')).toBe('');
    closeSync(prepared);
    expect([modeOf(file()), readFileSync(file())]).toEqual([0o600, secret]);
  });

  it('that is a symbolic link is removed, and its target keeps its content', async () => {
    writeFileSync(target(), 'before');
    symlinkSync(target(), `${file()}.new`);
    await replaceFile(disk, file(), secret);
    expect(readFileSync(target(), 'utf8')).toBe('before');
    expect([lstatSync(file()).isFile(), modeOf(file())]).toEqual([true, 0o600]);
  });

  it('that appears after the removal, or is a folder, makes the write fail', async () => {
    symlinkSync(target(), `${file()}.new`);
    const racing = diskOperations({ makeFolders, open, readFile, rename, remove: () => Promise.resolve() });
    await expect(replaceFile(racing, file(), secret)).rejects.toThrow('EEXIST');
    mkdirSync(`${target()}.new`);
    await expect(replaceFile(disk, target(), secret)).rejects.toThrow();
    expect([existsSync(file()), existsSync(target())]).toEqual([false, false]);
  });
});
