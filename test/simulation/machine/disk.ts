// A disk in memory that is slow, may be full, and loses unsynced writes when the power fails.
import { diskOperations, type DiskOperations, type FileSystem } from '../../../adapters/storage/durable-files.js';
import type { AppendHandle } from '../../../adapters/storage/appended-file.js';
import type { Clock } from '../../../application/ports/clock.js';
import { powerCutFiles, type FileCut } from '../../adapters/storage/power-cut-files.js';

/** The disk as one process sees it. */
export interface MountedDisk {
  readonly operations: DiskOperations;
  readonly openFile: (path: string) => Promise<AppendHandle>;
}

/** The disk of a machine. */
export interface MemoryDisk {
  /** Returns the disk for a process. Its operations never end once the clock of the process has stopped. */
  readonly mount: (process: Clock) => MountedDisk;
  /** While the disk is full, each write fails. */
  readonly setFull: (isFull: boolean) => void;
  readonly cutPower: (how: FileCut) => void;
  /** Returns the text of a file as it is now; empty if there is none. */
  readonly read: (path: string) => Promise<string>;
}

/** Returns an empty disk. `latencyMs` returns the time of the next operation, in milliseconds. */
export const memoryDisk = (latencyMs: () => number): MemoryDisk => {
  const { files, openAppend, cut } = powerCutFiles();
  let isFull = false;

  const requireSpace = (): void => {
    if (isFull) throw Object.assign(new Error('the disk is full'), { code: 'ENOSPC' });
  };

  /** Runs an operation after its time, unless the process has ended by then. */
  const slowly = <A>(process: Clock, run: () => Promise<A>): Promise<A> =>
    new Promise((resolve) => {
      process.after(latencyMs(), () => {
        resolve(Promise.resolve().then(run));
      });
    });

  const filesOf = (process: Clock): FileSystem => ({
    ...files,
    readFile: (path) => slowly(process, () => files.readFile(path)),
    open: (path, flags, mode) =>
      slowly(process, async () => {
        const file = await files.open(path, flags, mode);
        return {
          writeFile: (content) =>
            slowly(process, () => {
              requireSpace();
              return file.writeFile(content);
            }),
          sync: () => slowly(process, () => file.sync()),
          [Symbol.asyncDispose]: () => Promise.resolve(),
        };
      }),
    rename: (from, to) => slowly(process, () => files.rename(from, to)),
    remove: (path) => slowly(process, () => files.remove(path)),
    makeFolders: (path, mode) => slowly(process, () => files.makeFolders(path, mode)),
  });

  const appendIn = (process: Clock) => (path: string) =>
    slowly(process, async () => {
      const file = await openAppend(path);
      const write = (how: 'write' | 'writeDurably') => (text: string) =>
        slowly(process, () => {
          requireSpace();
          return file[how](text);
        });
      return {
        write: write('write'),
        writeDurably: write('writeDurably'),
        sync: () => slowly(process, () => file.sync()),
        close: () => Promise.resolve(),
      };
    });

  return {
    mount: (process) => ({ operations: diskOperations(filesOf(process)), openFile: appendIn(process) }),
    setFull: (full) => {
      isFull = full;
    },
    cutPower: cut,
    read: async (path) => (await files.readFile(path).catch(() => Buffer.of())).toString('utf8'),
  };
};
