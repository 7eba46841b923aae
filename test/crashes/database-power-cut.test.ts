// The embedded database under power cuts: its disk operations are recorded and replayed on a disk that loses unsynced
// data. Acknowledged changes survive, and the database is valid. The tests also leave out syncs, and expect a failure.
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../adapters/storage/sqlite/console-store.js';
import { missingStrace, recordDisk, type DiskStep } from '../adapters/storage/recorded-disk.js';
import { diskCuts, replayedDisk, type DiskCut, type ReplayedDisk } from '../adapters/storage/replayed-disk.js';

const program = fileURLToPath(new URL('../adapters/storage/change-database.ts', import.meta.url));

/** Enough changes for checkpoints, which move pages from the write-ahead log into the database. */
const changes = 60;

/** A folder in memory, where possible, for faster checks. */
const memory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

let folder: string;
let root: string;
let recorded: readonly DiskStep[];
let made = 0;

const isAcknowledgement = ({ kind, path }: DiskStep): boolean =>
  kind === 'write' && path === join(root, 'acknowledgements');

/** Returns the version of the studio after a power cut, -1 if it is missing, undefined if the database is invalid. */
const versionLeft = async (place: string): Promise<number | undefined> => {
  const file = join(place, 'console', 'console.sqlite');
  try {
    const store = openSqliteStore(file);
    const version = (await store.studio('a'))?.configuration.version ?? -1;
    const { length } = await store.history('a', { limit: changes + 10 });
    await store.close();
    const raw = new DatabaseSync(file);
    const check = raw.prepare('PRAGMA integrity_check').get();
    raw.close();
    // Each change has a history entry: both are there, or neither.
    return check?.['integrity_check'] === 'ok' && length === version + 1 ? version : undefined;
  } catch {
    return undefined;
  }
};

/** Whether a cut leaves all acknowledged changes, and at most one more. */
const isRight = async (leave: (into: string) => void, acknowledged: number): Promise<boolean> => {
  made += 1;
  const place = mkdtempSync(join(memory, 'left-by-power-cut-'));
  leave(place);
  const version = await versionLeft(place);
  rmSync(place, { recursive: true, force: true });
  return version === acknowledged - 1 || version === acknowledged;
};

const areAllRight = async (
  disk: ReplayedDisk,
  how: readonly DiskCut[],
  place: number,
  acknowledged: number,
): Promise<boolean> => {
  const cutSo = (cut: DiskCut) =>
    isRight((into) => {
      disk.writeRemains(cut, place, into);
    }, acknowledged);
  return (await Promise.all(how.map(cutSo))).every(Boolean);
};

interface Replay {
  readonly skipped?: number;
  readonly how: readonly DiskCut[];
  /** Whether the power is cut before the operation with this index. */
  readonly isCutAt: (place: number) => boolean;
}

/** Replays everything; returns the indexes at which a cut leaves a wrong state. */
const wrongPlaces = async ({ skipped, how, isCutAt }: Replay): Promise<readonly number[]> => {
  const disk = replayedDisk(root, skipped);
  const wrong: number[] = [];
  let acknowledged = 0;
  for (const [place, step] of recorded.entries()) {
    if (isCutAt(place) && !(await areAllRight(disk, how, place, acknowledged))) wrong.push(place);
    if (isAcknowledgement(step)) acknowledged += 1;
    else disk.apply(step);
  }
  return wrong;
};

const missing = missingStrace();

describe.skipIf(missing !== undefined)('the embedded database', { timeout: 300_000 }, () => {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'power-cut-'));
    root = join(folder, 'data');
    mkdirSync(root);
    const database = join(root, 'console', 'console.sqlite');
    const files = ['', '-wal', '-journal', '-shm'].map((end) => database + end);
    const paths = [root, join(root, 'console'), ...files, join(root, 'acknowledgements')];
    recorded = recordDisk(folder, ['--import', 'tsx', program, root, String(changes)], paths);
  }, 120_000);
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  /** The indexes of all syncs. */
  const syncs = (): readonly number[] => recorded.flatMap(({ kind }, place) => (kind === 'sync' ? [place] : []));
  const before = (place: number): number => syncs().findLast((sync) => sync < place) ?? NaN;
  const acknowledgements = (): readonly number[] =>
    recorded.flatMap((step, place) => (isAcknowledgement(step) ? [place] : []));
  const ofDatabase = (place: number): boolean => recorded[place]?.path.endsWith('.sqlite') ?? false;

  it('was recorded with acknowledgements, syncs and checkpoints', () => {
    expect(acknowledgements()).toHaveLength(changes + 1);
    expect(new Set(acknowledgements().map(before)).size).toBe(changes + 1);
    expect(syncs().filter(ofDatabase).length).toBeGreaterThan(2);
  });

  it('keeps every acknowledged change after a power cut, at each sync and between syncs', async () => {
    const near = new Set(recorded.flatMap(({ kind }, place) => (kind === 'write' ? [] : [place, place + 1])));
    const isCutAt = (place: number): boolean => near.has(place) || place % 50 === 0;
    expect(await wrongPlaces({ how: diskCuts, isCutAt })).toEqual([]);
    expect(made).toBeGreaterThan(500);
  });

  it('loses changes if any one sync before an acknowledgement is left out', async () => {
    // A change that caused a checkpoint is in the log and in the database, so that it survives without one of the two.
    const inOnePlace = acknowledgements().filter((place) => !ofDatabase(before(place)));
    expect(inOnePlace.length).toBeGreaterThan(changes / 2);
    for (const acknowledgement of inOnePlace.filter((_, nth) => nth % 4 === 0)) {
      const skipped = syncs().indexOf(before(acknowledgement)) + 1;
      const isCutAt = (place: number): boolean => place === acknowledgement + 1;
      expect([skipped, await wrongPlaces({ skipped, how: diskCuts, isCutAt })]).not.toEqual([skipped, []]);
    }
  });

  it('loses changes if any one sync of the database file is left out, except the last one on close', async () => {
    for (const at of syncs().filter(ofDatabase).slice(0, -1)) {
      const skipped = syncs().indexOf(at) + 1;
      const isCutAt = (place: number): boolean => place > at && place <= at + 12;
      expect([skipped, await wrongPlaces({ skipped, how: diskCuts, isCutAt })]).not.toEqual([skipped, []]);
    }
  });
});
