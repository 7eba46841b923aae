// New folders whose names are not on disk yet, on a disk that fails for a moment.
import { describe, expect, it } from 'vitest';
import { diskOperations, type FileSystem } from '../../../adapters/storage/durable-files.js';

const path = '/data/studio/service';

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
