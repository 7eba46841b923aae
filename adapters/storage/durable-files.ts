// Files that survive a power cut: the disk operations, and the order that makes a replacement safe.
import { createHash } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Log } from '../../application/ports/log.js';
import { makeFolders } from './make-folders.js';
import { readKeptFile } from './regular-file.js';

/** The disk operations. Each may reject; tests inject faults here. */
export interface DiskOperations {
  /** Reads a regular file. Rejects for anything else, also a symbolic link. */
  readonly read: (path: string) => Promise<Buffer>;
  /**
   * Writes a whole new file that only its owner can read; resolves once it is on disk. Removes a file or symbolic link of
   * that name first, and never writes into one that somebody else has created.
   */
  readonly write: (path: string, content: Buffer) => Promise<void>;
  readonly rename: (from: string, to: string) => Promise<void>;
  /** Removes a file; succeeds if there is none. */
  readonly remove: (path: string) => Promise<void>;
  /** Creates a folder and its missing parents; resolves once the names of all of them are on disk, new or not. */
  readonly makeFolder: (path: string) => Promise<void>;
  /** Resolves once the names in a folder are on disk. */
  readonly syncFolder: (path: string) => Promise<void>;
}

const ownerOnly = 0o600;
const ownerOnlyFolder = 0o700;

/** An open file or folder. */
export interface OpenFile extends AsyncDisposable {
  readonly writeFile: (content: Buffer) => Promise<void>;
  /** Resolves once the file's content, or the folder's names, are on disk. */
  readonly sync: () => Promise<void>;
}

/** The file system functions of `node:fs/promises` that are used here. Tests replace them to simulate power cuts. */
export interface FileSystem {
  readonly readFile: (path: string) => Promise<Buffer>;
  /** With `wx` creates the file; rejects if the name exists, also as a symbolic link. */
  readonly open: (path: string, flags: 'r' | 'wx', mode?: number) => Promise<OpenFile>;
  /** Removes a file or a symbolic link; succeeds if there is none. */
  readonly remove: (path: string) => Promise<void>;
  readonly rename: (from: string, to: string) => Promise<void>;
  /** Creates a folder and its missing parents. Resolves with the topmost that was created. */
  readonly makeFolders: (path: string, mode: number) => Promise<string | undefined>;
}

/** Returns the folders above a path, the nearest first. */
const above = (path: string): readonly string[] =>
  path === dirname(path) ? [] : [dirname(path), ...above(dirname(path))];

/** The errors of a folder that belongs to another user, or whose file system can't sync folders. */
const unsyncable = new Set(['EACCES', 'EPERM', 'EINVAL', 'EROFS']);

const ignoreUnsyncable = (error: unknown): void => {
  if (!unsyncable.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
};

/** Returns the disk operations over a file system. */
export const diskOperations = (files: FileSystem): DiskOperations => {
  const syncFolder = async (path: string): Promise<void> => {
    await using folder = await files.open(path, 'r');
    await folder.sync();
  };
  /** Folders whose names are on disk, and those of the folders above them. */
  const durable = new Set<string>();
  const makeFolder = async (path: string): Promise<void> => {
    const created = await files.makeFolders(path, ownerOnlyFolder);
    if (created === undefined && durable.has(path)) return;
    // Also for folders that existed: a process that was killed may have created them without syncing their names.
    for (const folder of above(path)) await syncFolder(folder).catch(ignoreUnsyncable);
    durable.add(path);
  };
  return {
    read: (path) => files.readFile(path),
    write: async (path, content) => {
      await files.remove(path);
      await using file = await files.open(path, 'wx', ownerOnly);
      await file.writeFile(content);
      await file.sync();
    },
    rename: (from, to) => files.rename(from, to),
    remove: (path) => files.remove(path),
    makeFolder,
    syncFolder,
  };
};

/** The real disk. */
export const disk: DiskOperations = diskOperations({
  makeFolders,
  open,
  readFile: readKeptFile,
  rename,
  remove: (path) => rm(path, { force: true }),
});

/** Whether a file doesn't exist. */
export const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** The content of a file, or why there is none. */
export type FoundFile = Buffer | 'missing' | 'unreadable';

/** Reads a file; distinguishes a missing one from one that can't be read. */
export const readIfPresent = (operations: DiskOperations, path: string): Promise<FoundFile> =>
  operations.read(path).catch((error: unknown) => (isMissing(error) ? 'missing' : 'unreadable'));

const suffixOf = (found: FoundFile): string =>
  Buffer.isBuffer(found) ? createHash('sha256').update(found).digest('hex').slice(0, 12) : found;

/** Returns the name under which an unusable file is kept. It depends on the content, so that no such file replaces another. */
export const setAsideName = (path: string, found: FoundFile): string => `${path}.set-aside-${suffixOf(found)}`;

/** What is set aside, and what that means. */
export interface SettingAside {
  readonly operations: DiskOperations;
  readonly log: Log;
  readonly path: string;
  readonly found: FoundFile;
  /** Why the file can't be used. */
  readonly fault: string;
  /** What the program does without it. */
  readonly message: string;
}

/** Renames a file that can't be used, so that people can examine it, and logs that. Never rejects. */
export const setAside = async ({ operations, log, path, found, fault, message }: SettingAside): Promise<void> => {
  const aside = setAsideName(path, found);
  await operations.rename(path, aside).then(
    () => {
      log.error(message, { fault, aside });
    },
    (error: unknown) => {
      log.error(`${message}, and the file could not be set aside`, { fault, path, error });
    },
  );
};

/** Renames a file. A folder in the place of its new name is set aside. */
const renameOver = async ({ rename: move }: DiskOperations, from: string, to: string): Promise<void> => {
  try {
    await move(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EISDIR') throw error;
    await move(to, setAsideName(to, 'unreadable'));
    await move(from, to);
  }
};

/**
 * Replaces a file atomically; the new content is on disk when it resolves. If `backup` is specified, the old file is
 * renamed to it first: between the two renames, there is only the backup.
 */
export const replaceFile = async (
  operations: DiskOperations,
  path: string,
  content: Buffer,
  backup?: string,
): Promise<void> => {
  const temporary = `${path}.new`;
  await operations.makeFolder(dirname(path));
  await operations.write(temporary, content);
  if (backup !== undefined) await renameOver(operations, path, backup);
  await renameOver(operations, temporary, path);
  await operations.syncFolder(dirname(path));
};
