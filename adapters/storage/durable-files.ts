// Files that survive a power cut: the few steps of the disk that this takes, and the order in which they are safe.
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The steps of the disk. Each may reject; a test puts its faults here. */
export interface DiskSteps {
  readonly read: (path: string) => Promise<Buffer>;
  /** Writes a whole file that only its owner may read, and has it on the disk before it resolves. */
  readonly write: (path: string, content: Buffer) => Promise<void>;
  readonly rename: (from: string, to: string) => Promise<void>;
  /** Makes a folder with those above it, where they aren't there, and has their names on the disk before it resolves. */
  readonly makeFolder: (path: string) => Promise<void>;
  /** Has the names in a folder on the disk before it resolves. */
  readonly syncFolder: (path: string) => Promise<void>;
}

const ownerOnly = 0o600;
const ownerOnlyFolder = 0o700;

/** An open file or folder. */
export interface OpenFile extends AsyncDisposable {
  readonly writeFile: (content: Buffer) => Promise<void>;
  /** Has the file's content, or the folder's names, on the disk before it resolves. */
  readonly sync: () => Promise<void>;
}

/** What the steps of the disk are made of, as in `node:fs/promises`. A test puts a disk here that forgets. */
export interface FileSystem {
  readonly readFile: (path: string) => Promise<Buffer>;
  readonly open: (path: string, flags: 'r' | 'w', mode?: number) => Promise<OpenFile>;
  readonly rename: (from: string, to: string) => Promise<void>;
  /** Resolves with the first folder that had to be made. */
  readonly mkdir: (
    path: string,
    how: { readonly recursive: true; readonly mode: number },
  ) => Promise<string | undefined>;
}

/** The folders from `path` up to `top`, one in another. */
const upTo = (top: string, path: string): readonly string[] =>
  path === top || path === dirname(path) ? [path] : [path, ...upTo(top, dirname(path))];

/** The steps over a file system. */
export const stepsOver = (files: FileSystem): DiskSteps => {
  const syncFolder = async (path: string): Promise<void> => {
    await using folder = await files.open(path, 'r');
    await folder.sync();
  };
  return {
    read: (path) => files.readFile(path),
    write: async (path, content) => {
      await using file = await files.open(path, 'w', ownerOnly);
      await file.writeFile(content);
      await file.sync();
    },
    rename: (from, to) => files.rename(from, to),
    makeFolder: async (path) => {
      const made = await files.mkdir(path, { recursive: true, mode: ownerOnlyFolder });
      if (made !== undefined) for (const folder of upTo(dirname(made), dirname(path))) await syncFolder(folder);
    },
    syncFolder,
  };
};

/** The real disk. */
export const disk: DiskSteps = stepsOver({ mkdir, open, readFile, rename });

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** What reading a file came to: its octets, nothing there, or there and not to be read. */
export type FoundFile = Buffer | 'missing' | 'unreadable';

/** Reads a file, and tells one that isn't there from one that can't be read. */
export const readIfThere = (steps: DiskSteps, path: string): Promise<FoundFile> =>
  steps.read(path).catch((error: unknown) => (isMissing(error) ? 'missing' : 'unreadable'));

/**
 * Replaces a file: whoever reads it afterwards, also after a power cut, finds the new content, whole. `spare` is the name
 * that what was there before gets, which is on the disk already; between the two names' changes it is under that one alone.
 */
export const replaceFile = async (steps: DiskSteps, path: string, content: Buffer, spare?: string): Promise<void> => {
  const temporary = `${path}.new`;
  await steps.makeFolder(dirname(path));
  await steps.write(temporary, content);
  if (spare !== undefined) await steps.rename(path, spare);
  await steps.rename(temporary, path);
  await steps.syncFolder(dirname(path));
};
