// A file system that loses unsynced content at a simulated power cut, as the strictest real one may.
import { dirname } from 'node:path';
import type { FileSystem, OpenFile } from '../../../adapters/storage/durable-files.js';
import type { AppendHandle } from '../../../adapters/storage/appended-file.js';

/** A file's current content, and its content on disk. */
interface Content {
  now: Buffer;
  synced: Buffer;
}

type Entry = Content | 'folder';

/** Whether unsynced names survive a power cut. Unsynced contents never do. */
export type FileCut = 'names are lost' | 'names are there';
export const fileCuts: readonly FileCut[] = ['names are lost', 'names are there'];

/** The fault to inject. */
export interface Flaw {
  /** From this operation on everything fails; counted from 1. */
  readonly failsAt?: number;
  /** This sync does nothing; counted from 1. */
  readonly skipsSync?: number;
}

/** The file system, and how to break it. */
export interface PowerCutFiles {
  readonly files: FileSystem;
  /** Opens a file to append to it, and creates it if necessary. */
  readonly openAppend: (path: string) => Promise<AppendHandle>;
  /** Resets both counts, and applies a flaw from now on. */
  readonly injectFlaw: (flaw: Flaw) => void;
  readonly operations: () => number;
  readonly syncs: () => number;
  /** Simulates a power cut and a restart. */
  readonly cut: (how: FileCut) => void;
}

const failure = (code: string): Error => Object.assign(new Error(code), { code });

/** Creates a file system with only its root. */
export const powerCutFiles = (): PowerCutFiles => {
  let names = new Map<string, Entry>([['/', 'folder']]);
  let syncedNames = new Map(names);
  let [flaw, operations, syncs]: [Flaw, number, number] = [{}, 0, 0];

  const countOperation = (): void => {
    operations += 1;
    if (operations >= (flaw.failsAt ?? Infinity)) throw failure('EIO');
  };
  const contentAt = (path: string): Content => {
    const found = names.get(path);
    if (found === undefined || found === 'folder') throw failure('ENOENT');
    return found;
  };
  const syncFolder = (folder: string): void => {
    const inside = (path: string): boolean => path !== '/' && dirname(path) === folder;
    for (const path of syncedNames.keys()) if (inside(path)) syncedNames.delete(path);
    for (const [path, entry] of names) if (inside(path)) syncedNames.set(path, entry);
  };
  const sync = (path: string, entry: Entry): void => {
    countOperation();
    syncs += 1;
    if (syncs === flaw.skipsSync) return;
    if (entry === 'folder') syncFolder(path);
    else entry.synced = entry.now;
  };
  const opened = (path: string, flags: 'r' | 'wx'): Entry => {
    countOperation();
    const there = names.get(path);
    if (flags === 'r') return there ?? contentAt(path);
    if (there !== undefined) throw failure('EEXIST');
    const content = { now: Buffer.of(), synced: Buffer.of() };
    names.set(path, content);
    return content;
  };
  const handle = (path: string, entry: Entry): OpenFile => ({
    writeFile: async (content) => {
      if (entry === 'folder') throw failure('EISDIR');
      entry.now = content.subarray(0, content.length / 2);
      countOperation();
      entry.now = content;
      return Promise.resolve();
    },
    sync: async () => {
      sync(path, entry);
      return Promise.resolve();
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  });
  const makeAll = (path: string): string | undefined => {
    if (names.has(path)) return undefined;
    const above = makeAll(dirname(path));
    names.set(path, 'folder');
    return above ?? path;
  };

  const files: FileSystem = {
    readFile: async (path) => Promise.resolve(contentAt(path).now),
    open: async (path, flags) => Promise.resolve(handle(path, opened(path, flags))),
    rename: async (from, to) => {
      countOperation();
      names.set(to, contentAt(from));
      names.delete(from);
      return Promise.resolve();
    },
    remove: async (path) => {
      countOperation();
      names.delete(path);
      return Promise.resolve();
    },
    makeFolders: async (path) => {
      countOperation();
      return Promise.resolve(makeAll(path));
    },
  };

  const openAppend = async (path: string): Promise<AppendHandle> => {
    countOperation();
    const entry = names.has(path) ? contentAt(path) : { now: Buffer.of(), synced: Buffer.of() };
    names.set(path, entry);
    const append = (text: string): void => {
      countOperation();
      entry.now = Buffer.concat([entry.now, Buffer.from(text)]);
    };
    return Promise.resolve({
      write: async (text) => {
        append(text);
        return Promise.resolve();
      },
      writeDurably: async (text) => {
        append(text);
        sync(path, entry);
        return Promise.resolve();
      },
      sync: async () => {
        sync(path, entry);
        return Promise.resolve();
      },
      close: () => Promise.resolve(),
    });
  };

  /** A file is lost with the name of its folder. */
  const reachable = (all: ReadonlyMap<string, Entry>, path: string): boolean =>
    path === '/' || (all.get(dirname(path)) === 'folder' && reachable(all, dirname(path)));

  return {
    files,
    openAppend,
    injectFlaw: (how) => {
      [flaw, operations, syncs] = [how, 0, 0];
    },
    operations: () => operations,
    syncs: () => syncs,
    cut: (how) => {
      const left = how === 'names are lost' ? syncedNames : names;
      names = new Map([...left].filter(([path]) => reachable(left, path)));
      for (const entry of names.values()) if (entry !== 'folder') entry.now = entry.synced;
      syncedNames = new Map(names);
      flaw = {};
    },
  };
};
