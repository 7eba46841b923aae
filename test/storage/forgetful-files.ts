// A file system that forgets at a power cut what wasn't synced, as the strictest real one may.
import { dirname } from 'node:path';
import type { FileSystem, OpenFile } from '../../adapters/storage/durable-files.js';

/** A file's content now, and as it is on the disk. */
interface Content {
  now: Buffer;
  synced: Buffer;
}

type Entry = Content | 'folder';

/** What a power cut leaves of names that weren't synced: nothing, or all of them. Unsynced contents it never leaves. */
export type Cut = 'names are lost' | 'names are there';
export const cuts: readonly Cut[] = ['names are lost', 'names are there'];

/** What to do wrong. */
export interface Flaw {
  /** Everything from this step on fails, as on a machine that has lost its power; from 1. */
  readonly diesAt?: number;
  /** This sync does nothing; from 1. */
  readonly skipsSync?: number;
}

/** Such a file system. */
export interface ForgetfulFiles {
  readonly files: FileSystem;
  /** Counts steps and syncs anew, and does from now on what the flaw says. */
  readonly spoil: (flaw: Flaw) => void;
  readonly steps: () => number;
  readonly syncs: () => number;
  /** Cuts the power, and starts the machine again. */
  readonly cut: (how: Cut) => void;
}

const failure = (code: string): Error => Object.assign(new Error(code), { code });

/** Empty but for its root. */
export const forgetfulFiles = (): ForgetfulFiles => {
  let names = new Map<string, Entry>([['/', 'folder']]);
  let syncedNames = new Map(names);
  let [flaw, steps, syncs]: [Flaw, number, number] = [{}, 0, 0];

  const step = (): void => {
    steps += 1;
    if (steps >= (flaw.diesAt ?? Infinity)) throw failure('EIO');
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
    step();
    syncs += 1;
    if (syncs === flaw.skipsSync) return;
    if (entry === 'folder') syncFolder(path);
    else entry.synced = entry.now;
  };
  const opened = (path: string, flags: 'r' | 'w'): Entry => {
    step();
    const there = names.get(path);
    if (flags === 'r') return there ?? contentAt(path);
    const content = there === undefined || there === 'folder' ? { now: Buffer.of(), synced: Buffer.of() } : there;
    content.now = Buffer.of();
    names.set(path, content);
    return content;
  };
  const handle = (path: string, entry: Entry): OpenFile => ({
    writeFile: async (content) => {
      if (entry === 'folder') throw failure('EISDIR');
      entry.now = content.subarray(0, content.length / 2);
      step();
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
      step();
      names.set(to, contentAt(from));
      names.delete(from);
      return Promise.resolve();
    },
    mkdir: async (path) => {
      step();
      return Promise.resolve(makeAll(path));
    },
  };

  /** What is in a folder whose own name was lost is lost with it. */
  const reachable = (all: ReadonlyMap<string, Entry>, path: string): boolean =>
    path === '/' || (all.get(dirname(path)) === 'folder' && reachable(all, dirname(path)));

  return {
    files,
    spoil: (how) => {
      [flaw, steps, syncs] = [how, 0, 0];
    },
    steps: () => steps,
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
