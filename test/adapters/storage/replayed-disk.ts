// A disk for replaying recorded operations, and what a power cut may leave of it: nothing, all, or any sectors of what
// wasn't synced.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DiskStep } from './recorded-disk.js';

/** What survives of unsynced data. */
export type DiskCut = 'nothing unsynced is left' | 'everything is left' | 'any part is left';
export const diskCuts: readonly DiskCut[] = ['nothing unsynced is left', 'everything is left', 'any part is left'];

interface Piece {
  readonly at: number;
  readonly data: Buffer;
}
type Edit = Piece | { readonly length: number };

/** A file: its content on disk, and the edits since. */
interface Content {
  synced: Buffer;
  pending: Edit[];
}

type Entry = Content | 'folder';

const sectorOctets = 512;

/** Returns a generator of numbers from 0 to below 1, the same for the same seed. */
const seededRandom = (seed: number) => {
  let state = (seed % 2_147_483_646) + 1;
  return (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
};

const resized = (content: Buffer, length: number): Buffer =>
  length <= content.length
    ? content.subarray(0, length)
    : Buffer.concat([content, Buffer.alloc(length - content.length)]);

/** Splits a write into sectors, each of which may survive on its own. */
const sectors = ({ at, data }: Piece): readonly Piece[] => {
  const pieces: Piece[] = [];
  for (let from = 0; from < data.length;) {
    const to = Math.min(data.length, (Math.floor((at + from) / sectorOctets) + 1) * sectorOctets - at);
    pieces.push({ at: at + from, data: data.subarray(from, to) });
    from = to;
  }
  return pieces;
};

/** Returns the content with the edits that survive. */
const edited = ({ synced, pending }: Content, isKept: () => boolean): Buffer => {
  const all = pending.flatMap((edit): readonly Edit[] => ('data' in edit ? sectors(edit) : [edit]));
  const pieces = all.filter(isKept);
  const ends = pieces.map((piece) => ('data' in piece ? piece.at + piece.data.length : piece.length));
  const work = resized(Buffer.from(synced), Math.max(synced.length, ...ends));
  let { length } = synced;
  for (const piece of pieces) {
    if ('data' in piece) piece.data.copy(work, piece.at);
    else work.fill(0, piece.length);
    length = 'data' in piece ? Math.max(length, piece.at + piece.data.length) : piece.length;
  }
  return work.subarray(0, length);
};

/** A disk that replays operations. */
export interface ReplayedDisk {
  readonly apply: (step: DiskStep) => void;
  /** Writes what a power cut leaves into the folder `into`, which replaces the recorded root. */
  readonly writeRemains: (cut: DiskCut, seed: number, into: string) => void;
}

/** Creates a disk with an empty folder `root`. The sync number `skipped`, counted from 1, does nothing. */
export const replayedDisk = (root: string, skipped = 0): ReplayedDisk => {
  const names = new Map<string, Entry>();
  const syncedNames = new Map<string, Entry>();
  let syncs = 0;

  const contentAt = (path: string): Content => {
    const found = names.get(path);
    if (found === undefined || found === 'folder') throw new Error(`${path} is no file`);
    return found;
  };
  const syncFolder = (folder: string): void => {
    for (const path of syncedNames.keys()) if (dirname(path) === folder) syncedNames.delete(path);
    for (const [path, entry] of names) if (dirname(path) === folder) syncedNames.set(path, entry);
  };
  const append = (path: string, data: Buffer): void => {
    const content = contentAt(path);
    content.pending.push({ at: edited(content, () => true).length, data });
  };
  const sync = (path: string): void => {
    syncs += 1;
    if (syncs === skipped) return;
    if (path === root || names.get(path) === 'folder') syncFolder(path);
    else Object.assign(contentAt(path), { synced: edited(contentAt(path), () => true), pending: [] });
  };

  /** Returns the names after a power cut: with all unsynced changes or none, as a journal would. */
  const namesLeft = (cut: DiskCut, random: () => number): ReadonlyMap<string, Entry> => {
    if (cut === 'any part is left') return random() < 0.5 ? names : syncedNames;
    return cut === 'everything is left' ? names : syncedNames;
  };
  const isReachable = (all: ReadonlyMap<string, Entry>, path: string): boolean =>
    path === root || (all.get(path) !== undefined && isReachable(all, dirname(path)));

  return {
    apply: (step) => {
      if (step.kind === 'folder') names.set(step.path, 'folder');
      else if (step.kind === 'file') names.set(step.path, names.get(step.path) ?? { synced: Buffer.of(), pending: [] });
      else if (step.kind === 'unlink') names.delete(step.path);
      else if (step.kind === 'sync') sync(step.path);
      else if (step.kind === 'append') append(step.path, step.data);
      else if ('data' in step || 'length' in step) contentAt(step.path).pending.push(step);
    },
    writeRemains: (cut, seed, into) => {
      const random = seededRandom(seed);
      const left = namesLeft(cut, random);
      const isKept = (): boolean =>
        cut !== 'nothing unsynced is left' && (cut === 'everything is left' || random() < 0.5);
      for (const [path, entry] of left) {
        if (!isReachable(left, path)) continue;
        const place = join(into, path.slice(root.length));
        mkdirSync(entry === 'folder' ? place : dirname(place), { recursive: true });
        if (entry !== 'folder') writeFileSync(place, edited(entry, isKept));
      }
    },
  };
};
