// A file that texts are appended to, and that is replaced from time to time.
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { replaceFile, type DiskOperations } from './durable-files.js';

/** A file that is open for appending. */
export interface AppendHandle {
  /** Resolves once the text would survive the end of this process. */
  readonly write: (text: string) => Promise<void>;
  /** Resolves once the text would survive a power cut. */
  readonly writeDurably: (text: string) => Promise<void>;
  /** Resolves once everything that was written would survive a power cut. */
  readonly sync: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Opens a file to append to it, and creates it if necessary. */
export type OpenAppend = (path: string) => Promise<AppendHandle>;

const flags = constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const ownerOnly = 0o600;

const writeAll = async (file: FileHandle, text: string): Promise<void> => {
  let rest = Buffer.from(text);
  while (rest.length > 0) rest = rest.subarray((await file.write(rest)).bytesWritten);
};

/** Opens a file on the real disk. It is open twice: what is written durably takes one operation, not a write and a sync. */
export const openAppend: OpenAppend = async (path) => {
  const durable = await open(path, flags | constants.O_DSYNC, ownerOnly);
  const plain = await open(path, flags, ownerOnly).catch(async (error: unknown) => {
    await durable.close();
    throw error;
  });
  return {
    write: (text) => writeAll(plain, text),
    writeDurably: (text) => writeAll(durable, text),
    sync: () => plain.datasync(),
    close: async () => {
      await Promise.all([durable.close(), plain.close()]);
    },
  };
};

export interface AppendedFileDeps {
  readonly path: string;
  readonly operations: DiskOperations;
  readonly open: OpenAppend;
}

/** A file that is appended to. Its calls must not overlap. Each rejects if it can't be written. */
export interface AppendedFile {
  /** Resolves once the text would survive the end of this process, or a power cut if `isDurable`. */
  readonly append: (text: string, isDurable: boolean) => Promise<void>;
  /** Resolves once what was appended would survive a power cut. */
  readonly sync: () => Promise<void>;
  /** Replaces the content; resolves once the new one would survive a power cut. */
  readonly replace: (text: string) => Promise<void>;
  /** Returns the size of the file, in octets; 0 before the first call. */
  readonly size: () => number;
  /** Closes the file, which the next text opens again. */
  readonly close: () => Promise<void>;
}

/** Returns a file. Nothing is opened before the first text. */
export const appendedFile = ({ path, operations, open: openFile }: AppendedFileDeps): AppendedFile => {
  let file: AppendHandle | undefined;
  let size = 0;

  const close = async (): Promise<void> => {
    const released = file;
    file = undefined;
    await released?.close();
  };

  return {
    append: async (text, isDurable) => {
      file ??= await openFile(path);
      await (isDurable ? file.writeDurably(text) : file.write(text));
      size += Buffer.byteLength(text);
    },
    sync: async () => file?.sync(),
    replace: async (text) => {
      await close();
      const content = Buffer.from(text);
      await replaceFile(operations, path, content);
      size = content.length;
    },
    size: () => size,
    close,
  };
};
