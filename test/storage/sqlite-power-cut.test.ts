// The embedded database under power cuts: everything it asks of the kernel is recorded and replayed on a disk that forgets
// what wasn't synced. What was answered is there, whole, and the database opens; without its syncs, or without any one that
// an answer waited for, it isn't so, and this is noticed.
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../adapters/storage/sqlite/console-store.js';
import { missingStrace, recordDisk, type DiskStep } from './recorded-disk.js';
import { cuts, replayedDisk, type Cut, type ReplayedDisk } from './replayed-disk.js';

const program = fileURLToPath(new URL('keep-in-database.ts', import.meta.url));

/** So many that what is in the log is moved into the database on the way. */
const changes = 60;

/** Nothing of what a cut leaves has to last; in memory it is looked at sooner. */
const memory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

let folder: string;
let root: string;
let recorded: readonly DiskStep[];
let made = 0;

const isAnswer = ({ kind, path }: DiskStep): boolean => kind === 'write' && path === join(root, 'diary');

/** What is left of the studio: its version, -1 where it isn't there; undefined where the database is unsound. */
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
    // Each change has left its note, or none of both is there.
    return check?.['integrity_check'] === 'ok' && length === version + 1 ? version : undefined;
  } catch {
    return undefined;
  }
};

/** Whether a cut leaves what was answered, or that and what was under way. */
const isRight = async (leave: (into: string) => void, answered: number): Promise<boolean> => {
  made += 1;
  const place = mkdtempSync(join(memory, 'left-by-power-cut-'));
  leave(place);
  const version = await versionLeft(place);
  rmSync(place, { recursive: true, force: true });
  return version === answered - 1 || version === answered;
};

const areAllRight = async (
  disk: ReplayedDisk,
  how: readonly Cut[],
  place: number,
  answered: number,
): Promise<boolean> => {
  const cutSo = (cut: Cut) =>
    isRight((into) => {
      disk.leave(cut, place, into);
    }, answered);
  return (await Promise.all(how.map(cutSo))).every(Boolean);
};

interface Replay {
  readonly skipped?: number;
  readonly how: readonly Cut[];
  /** Whether the power is cut before the step at this place. */
  readonly isCutAt: (place: number) => boolean;
}

/** Replays everything, and gives the places at which a cut leaves what isn't right. */
const wrongPlaces = async ({ skipped, how, isCutAt }: Replay): Promise<readonly number[]> => {
  const disk = replayedDisk(root, skipped);
  const wrong: number[] = [];
  let answered = 0;
  for (const [place, step] of recorded.entries()) {
    if (isCutAt(place) && !(await areAllRight(disk, how, place, answered))) wrong.push(place);
    if (isAnswer(step)) answered += 1;
    else disk.take(step);
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
    const paths = [root, join(root, 'console'), ...files, join(root, 'diary')];
    recorded = recordDisk(folder, ['--import', 'tsx', program, root, String(changes)], paths);
  }, 120_000);
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  /** The places of syncs, and of those among them that an answer waited for. */
  const syncs = (): readonly number[] => recorded.flatMap(({ kind }, place) => (kind === 'sync' ? [place] : []));
  const before = (place: number): number => syncs().findLast((sync) => sync < place) ?? NaN;
  const answers = (): readonly number[] => recorded.flatMap((step, place) => (isAnswer(step) ? [place] : []));
  const ofDatabase = (place: number): boolean => recorded[place]?.path.endsWith('.sqlite') ?? false;

  it('has been seen at work: answers, syncs, and what is in the log moved into the database', () => {
    expect(answers()).toHaveLength(changes + 1);
    expect(new Set(answers().map(before)).size).toBe(changes + 1);
    expect(syncs().filter(ofDatabase).length).toBeGreaterThan(2);
  });

  it('has everything that was answered after a power cut, at each of its syncs and between them', async () => {
    const near = new Set(recorded.flatMap(({ kind }, place) => (kind === 'write' ? [] : [place, place + 1])));
    const isCutAt = (place: number): boolean => near.has(place) || place % 50 === 0;
    expect(await wrongPlaces({ how: cuts, isCutAt })).toEqual([]);
    expect(made).toBeGreaterThan(500);
  });

  it('has not, where any one sync that an answer waited for is left out', async () => {
    for (const answer of answers().filter((_, nth) => nth % 4 === 0)) {
      const skipped = syncs().indexOf(before(answer)) + 1;
      const isCutAt = (place: number): boolean => place === answer + 1;
      expect([skipped, await wrongPlaces({ skipped, how: cuts, isCutAt })]).not.toEqual([skipped, []]);
    }
  });

  it('nor where one of the database is, but for that at its close, when all of it is in the log yet', async () => {
    for (const at of syncs().filter(ofDatabase).slice(0, -1)) {
      const skipped = syncs().indexOf(at) + 1;
      const isCutAt = (place: number): boolean => place > at && place <= at + 12;
      expect([skipped, await wrongPlaces({ skipped, how: cuts, isCutAt })]).not.toEqual([skipped, []]);
    }
  });
});
