// The files of the logs under power cuts: their disk operations are recorded and replayed on a disk that loses unsynced
// data. Lines that the disk has confirmed survive. The tests also leave out each sync, and expect a failure.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missingStrace, recordDisk, type DiskStep } from '../adapters/storage/recorded-disk.js';
import { diskCuts, replayedDisk, type ReplayedDisk } from '../adapters/storage/replayed-disk.js';

const program = fileURLToPath(new URL('../adapters/storage/append-lines.ts', import.meta.url));

/** Enough lines for several files. */
const lines = 12;
const fileNames = [1, 2, 3, 4].map((number) => `log-1970-01-01-0000${String(number)}.jsonl`);

let folder: string;
let root: string;
let recorded: readonly DiskStep[];

const isAcknowledgement = ({ kind, path }: DiskStep): boolean =>
  kind === 'write' && path === join(root, 'acknowledgements');

/** Returns how many of the first lines are left in a folder. */
const linesLeft = (place: string): number => {
  const log = join(place, 'log');
  const names = existsSync(log) ? readdirSync(log).sort() : [];
  const text = names.map((name) => readFileSync(join(log, name), 'utf8')).join('');
  let count = 0;
  while (text.includes(`${JSON.stringify({ line: count + 1, text: 'one of some lines' })}\n`)) count += 1;
  return count;
};

/** Whether a power cut of any kind leaves fewer lines than were acknowledged. */
const losesLines = (disk: ReplayedDisk, seed: number, acknowledged: number): boolean =>
  diskCuts.some((cut) => {
    const place = mkdtempSync(join(folder, 'left-'));
    disk.writeRemains(cut, seed, place);
    const left = linesLeft(place);
    rmSync(place, { recursive: true });
    return left < acknowledged;
  });

/** Replays everything, without the sync number `skipped`; returns whether a cut after any step loses lines. */
const everLosesLines = (skipped?: number): boolean => {
  const disk = replayedDisk(root, skipped);
  let acknowledged = 0;
  return recorded.some((step, place) => {
    if (isAcknowledgement(step)) acknowledged += 1;
    else disk.apply(step);
    return losesLines(disk, place, acknowledged);
  });
};

describe.skipIf(missingStrace() !== undefined)('the files of a log', { timeout: 120_000 }, () => {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'append-power-cut-'));
    root = join(folder, 'data');
    mkdirSync(root);
    const log = join(root, 'log');
    const paths = [root, log, ...fileNames.map((name) => join(log, name)), join(root, 'acknowledgements')];
    recorded = recordDisk(folder, ['--import', 'tsx', program, root, String(lines)], paths);
  }, 120_000);
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('were recorded with acknowledgements, and several files', () => {
    expect(recorded.filter(isAcknowledgement)).toHaveLength(lines);
    expect(readdirSync(join(root, 'log'))).toEqual(fileNames);
  });

  it('@AS-RUN-6: keep every line that the disk has confirmed after a power cut', () => {
    expect(everLosesLines()).toBe(false);
  });

  it('lose lines if any one sync is left out', () => {
    const { length } = recorded.filter(({ kind }) => kind === 'sync');
    expect(length).toBe(1 + fileNames.length + lines);
    for (let skipped = 1; skipped <= length; skipped += 1)
      expect([skipped, everLosesLines(skipped)]).toEqual([skipped, true]);
  });
});
