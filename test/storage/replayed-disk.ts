// A disk that recorded steps are replayed on, and what a power cut may leave of it: of what wasn't synced nothing, all, or
// any part, sector by sector.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DiskStep } from './recorded-disk.js';

/** What survives of everything that wasn't synced. */
export type Cut = 'nothing unsynced is left' | 'everything is left' | 'any part is left';
export const cuts: readonly Cut[] = ['nothing unsynced is left', 'everything is left', 'any part is left'];

interface Piece {
  readonly at: number;
  readonly data: Buffer;
}
type Edit = Piece | { readonly length: number };

/** A file: what is on the disk, and what was asked for since. */
interface Content {
  synced: Buffer;
  pending: Edit[];
}

type Entry = Content | 'folder';

const sectorOctets = 512;

/** Gives numbers from 0 to below 1, the same for the same seed. */
const dice = (seed: number) => {
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

/** The pieces of a write that a disk takes each for itself. */
const sectors = ({ at, data }: Piece): readonly Piece[] => {
  const pieces: Piece[] = [];
  for (let from = 0; from < data.length;) {
    const to = Math.min(data.length, (Math.floor((at + from) / sectorOctets) + 1) * sectorOctets - at);
    pieces.push({ at: at + from, data: data.subarray(from, to) });
    from = to;
  }
  return pieces;
};

/** The content with those edits that are kept. */
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

/** A disk under replay. */
export interface ReplayedDisk {
  readonly take: (step: DiskStep) => void;
  /** Writes what a cut leaves now below a folder, in place of the root that was recorded. */
  readonly leave: (cut: Cut, seed: number, into: string) => void;
}

/** A disk on which the folder `root` is, and nothing in it. A sync that is `skipped`, by its number from 1, does nothing. */
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
  const sync = (path: string): void => {
    syncs += 1;
    if (syncs === skipped) return;
    if (path === root || names.get(path) === 'folder') syncFolder(path);
    else Object.assign(contentAt(path), { synced: edited(contentAt(path), () => true), pending: [] });
  };

  /** Names as a cut leaves them: of a folder all changes or none, as its journal has them. */
  const namesLeft = (cut: Cut, roll: () => number): ReadonlyMap<string, Entry> => {
    if (cut === 'any part is left') return roll() < 0.5 ? names : syncedNames;
    return cut === 'everything is left' ? names : syncedNames;
  };
  const isReachable = (all: ReadonlyMap<string, Entry>, path: string): boolean =>
    path === root || (all.get(path) !== undefined && isReachable(all, dirname(path)));

  return {
    take: (step) => {
      if (step.kind === 'folder') names.set(step.path, 'folder');
      else if (step.kind === 'file') names.set(step.path, names.get(step.path) ?? { synced: Buffer.of(), pending: [] });
      else if (step.kind === 'unlink') names.delete(step.path);
      else if (step.kind === 'sync') sync(step.path);
      else if ('data' in step || 'length' in step) contentAt(step.path).pending.push(step);
    },
    leave: (cut, seed, into) => {
      const roll = dice(seed);
      const left = namesLeft(cut, roll);
      const isKept = (): boolean =>
        cut !== 'nothing unsynced is left' && (cut === 'everything is left' || roll() < 0.5);
      for (const [path, entry] of left) {
        if (!isReachable(left, path)) continue;
        const place = join(into, path.slice(root.length));
        mkdirSync(entry === 'folder' ? place : dirname(place), { recursive: true });
        if (entry !== 'folder') writeFileSync(place, edited(entry, isKept));
      }
    },
  };
};
