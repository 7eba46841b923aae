// Files that survive a power cut: the few steps of the disk that this takes, and the order in which they are safe.
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The steps of the disk. Each may reject; a test puts its faults here. */
export interface DiskSteps {
  readonly read: (path: string) => Promise<Buffer>;
  /** Writes a whole file that only its owner may read, and has it on the disk before it resolves. */
  readonly write: (path: string, content: Buffer) => Promise<void>;
  readonly rename: (from: string, to: string) => Promise<void>;
  readonly makeFolder: (path: string) => Promise<void>;
  /** Has the names in a folder on the disk before it resolves. */
  readonly syncFolder: (path: string) => Promise<void>;
}

const ownerOnly = 0o600;
const ownerOnlyFolder = 0o700;

/** The real disk. */
export const disk: DiskSteps = {
  read: (path) => readFile(path),
  write: async (path, content) => {
    await using file = await open(path, 'w', ownerOnly);
    await file.writeFile(content);
    await file.sync();
  },
  rename,
  makeFolder: async (path) => {
    await mkdir(path, { recursive: true, mode: ownerOnlyFolder });
  },
  syncFolder: async (path) => {
    await using folder = await open(path, 'r');
    await folder.sync();
  },
};

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** What reading a file came to: its octets, nothing there, or there and not to be read. */
export type FoundFile = Buffer | 'missing' | 'unreadable';

/** Reads a file, and tells one that isn't there from one that can't be read. */
export const readIfThere = (steps: DiskSteps, path: string): Promise<FoundFile> =>
  steps.read(path).catch((error: unknown) => (isMissing(error) ? 'missing' : 'unreadable'));

/** Replaces a file: whoever reads it afterwards, also after a power cut, finds the old content or the new, whole. */
export const replaceFile = async (steps: DiskSteps, path: string, content: Buffer): Promise<void> => {
  const temporary = `${path}.new`;
  await steps.makeFolder(dirname(path));
  await steps.write(temporary, content);
  await steps.rename(temporary, path);
  await steps.syncFolder(dirname(path));
};
