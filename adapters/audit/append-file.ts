// Opens files that lines are appended to, readable by their owner only.
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A file that is open for appending. */
export interface AppendFile {
  /** Appends a text; resolves once it would survive the end of this process. Returns the size of the file, in octets. */
  readonly append: (text: string) => Promise<number>;
  /** Resolves once what was appended would survive a power cut. */
  readonly sync: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Never follows a symbolic link that somebody else has prepared. */
const flags = constants.O_APPEND | constants.O_CREAT | constants.O_RDWR | constants.O_NOFOLLOW | constants.O_NONBLOCK;

const ownerOnly = 0o600;

/** Whether the last write was cut off: the file doesn't end with a line break. */
const isTorn = async (file: FileHandle, size: number): Promise<boolean> => {
  if (size === 0) return false;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] !== 0x0a;
};

const writeAll = async (file: FileHandle, content: Buffer): Promise<void> => {
  let rest = content;
  while (rest.length > 0) rest = rest.subarray((await file.write(rest)).bytesWritten);
};

const prepare = async (file: FileHandle, path: string): Promise<AppendFile> => {
  const stats = await file.stat();
  if (!stats.isFile()) throw new Error(`${path} is not a file`);
  await file.chmod(ownerOnly);
  let size = stats.size;
  let separator = (await isTorn(file, size)) ? '\n' : '';
  return {
    append: async (text) => {
      const content = Buffer.from(separator + text);
      try {
        await writeAll(file, content);
      } catch (error) {
        // Removes what was written of the text, so that it isn't there twice when it is written again.
        await file.truncate(size).catch(() => undefined);
        throw error;
      }
      separator = '';
      size += content.length;
      return size;
    },
    sync: () => file.datasync(),
    close: () => file.close(),
  };
};

/** Stores the name of a file, also of one that exists: the process that created it may have been killed before it did so. */
const syncName = async (path: string): Promise<void> => {
  await using folder = await open(dirname(path));
  await folder.sync();
};

/**
 * Opens a file; creates it if necessary. Resolves once its name is on disk. A line that was cut off by a crash is ended.
 */
export const openAppendFile = async (path: string): Promise<AppendFile> => {
  const file = await open(path, flags, ownerOnly);
  try {
    await syncName(path);
    return await prepare(file, path);
  } catch (error) {
    await file.close();
    throw error;
  }
};
