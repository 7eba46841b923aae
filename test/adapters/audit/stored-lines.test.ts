// A disk that hangs, is full, or comes back: nobody waits for it, and what is lost is counted and reported.
import { beforeEach, expect, it } from 'vitest';
import type { SegmentFiles } from '../../../adapters/audit/segment-files.js';
import { storedLines, type StoredLines } from '../../../adapters/audit/stored-lines.js';
import { manualClock, type ManualClock } from '../../../simulator/clock.js';
import { settle } from '../../application/demo-bench.js';
import { memoryLog, type MemoryLog } from '../../application/console/readable-log.js';

/** A disk that works, hangs, or is full. */
type Disk = 'works' | 'hangs' | 'is full';

let disk: Disk;
let stored: string[];
let clock: ManualClock;
let log: MemoryLog;
let lines: StoredLines;

const append = (text: string): Promise<void> => {
  if (disk === 'hangs') return new Promise(() => undefined);
  if (disk === 'is full') return Promise.reject(new Error('ENOSPC'));
  stored.push(...text.trim().split('\n'));
  return Promise.resolve();
};

let syncs: number;
let isSyncing: boolean;

const sync = (): Promise<void> => {
  syncs += 1;
  return isSyncing ? Promise.resolve() : Promise.reject(new Error('EIO'));
};

const files: SegmentFiles = { append, sync, prune: () => Promise.resolve(), close: () => Promise.resolve() };

beforeEach(() => {
  [disk, stored, clock, log, syncs, isSyncing] = ['works', [], manualClock(0), memoryLog(), 0, true];
  lines = storedLines({ files, chunkLength: 1_000, clock, log, lossLine: (count) => `lost ${String(count)}` });
});

const write = (count: number): void => {
  for (let at = 0; at < count; at += 1) lines.write(`line ${String(at)}`);
};

it('stores the lines in order', async () => {
  write(1_000);
  await settle(clock);
  expect(stored).toEqual(Array.from({ length: 1_000 }, (_, at) => `line ${String(at)}`));
  expect(log.lines).toEqual([]);
});

it('syncs lines with those of the second after them, and nothing while there are none', async () => {
  write(1);
  await clock.advance(500);
  write(1);
  await clock.advance(499);
  expect(syncs).toBe(0);
  await clock.advance(1);
  expect(syncs).toBe(1);
  await clock.advance(60_000);
  expect(syncs).toBe(1);
  isSyncing = false;
  write(1);
  await clock.advance(1_000);
  const message = 'a power cut may lose the last entries of the audit log: the disk did not confirm them';
  expect(log.lines).toEqual([`${message} {"error":"EIO"}`]);
  expect(syncs).toBe(2);
});

it('has an alarm until the disk confirms its lines, also if it takes others meanwhile', async () => {
  const alarms: string[] = [];
  const alarm = { raise: () => void alarms.push('raise'), clear: () => void alarms.push('clear') };
  lines = storedLines({ files, chunkLength: 1_000, clock, log, alarm, lossLine: String });
  isSyncing = false;
  write(1);
  await clock.advance(1_000);
  write(1);
  await clock.advance(1_000);
  expect(alarms).toEqual(['clear', 'raise']);
  isSyncing = true;
  await clock.advance(30_000);
  expect(alarms.slice(2)).toEqual(['clear']);
});

it('keeps 10,000 lines for a disk that hangs, and reports it once', async () => {
  disk = 'hangs';
  write(36_000);
  await clock.advance(10_000);
  expect(log.lines).toEqual([
    'entries of the audit log are being lost: too many wait for the disk {}',
    'the disk has not finished writing the audit log {"ms":10000,"waiting":10000}',
  ]);
});

it('ends within half a second when the disk hangs, and reports what was not written', async () => {
  disk = 'hangs';
  write(10_005);
  const closed = lines.close();
  await clock.advance(500);
  await closed;
  expect(log.lines.at(-1)).toBe('entries of the audit log were not written to disk before the end {"count":10005}');
});

it('stores everything when a full disk has space again, and records how many lines were lost', async () => {
  disk = 'is full';
  write(10_007);
  await settle(clock);
  expect(log.lines.join()).toContain('could not be written to disk; its entries wait');
  disk = 'works';
  await clock.advance(30_000);
  expect([stored.length, stored.at(0), stored.at(-1)]).toEqual([10_001, 'line 0', 'lost 7']);
  expect(log.lines.at(-1)).toBe('the audit log is written to disk again {}');
  await lines.close();
});

it('reports no slow write after one that has failed', async () => {
  disk = 'is full';
  write(1);
  await clock.advance(10_000);
  expect(log.lines).toHaveLength(1);
  expect(log.lines.join()).not.toContain('has not finished');
});

it('reports each loss: a second one after the first is over', async () => {
  for (let loss = 1; loss <= 2; loss += 1) {
    disk = 'is full';
    write(10_007);
    await settle(clock);
    expect(log.lines.filter((line) => line.includes('are being lost'))).toHaveLength(loss);
    disk = 'works';
    await clock.advance(30_000);
    expect(stored.splice(0).at(-1)).toBe('lost 7');
  }
});

it('names its log in whatever it reports', async () => {
  const name = 'the as-run log';
  lines = storedLines({ files, chunkLength: 1_000, clock, log, name, lossLine: String });
  disk = 'is full';
  write(10_001);
  await settle(clock);
  disk = 'works';
  await clock.advance(30_000);
  disk = 'hangs';
  write(1);
  await clock.advance(10_000);
  const closed = lines.close();
  await clock.advance(500);
  await closed;
  expect(log.lines).toHaveLength(6);
  for (const line of log.lines) expect(line).toContain(name);
});
