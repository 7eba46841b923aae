// The files of the as-run log: days, permissions, what is kept, a disk that fails, and lines that a crash cut off.
import { appendFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { asRunFiles, type AsRunFiles, type AsRunFilesDeps } from '../../../adapters/audit/as-run-files.js';
import { readAsRun } from '../../../adapters/audit/as-run-reader.js';
import { alarms, type Alarms } from '../../../application/alarms/alarms.js';
import { fileAlarm } from '../../../application/alarms/file-alarms.js';
import type { AsRunLine, AsRunSent } from '../../../domain/as-run.js';
import { localDay, zoneOffsets } from '../../../domain/studio/time-zone.js';
import { manualClock, type ManualClock } from '../../../simulator/clock.js';
import { memoryLog } from '../../application/console/readable-log.js';
import { eventually } from '../../support/eventually.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const hourMs = 3_600_000;
const offsets = zoneOffsets('Asia/Tokyo');
const dayOf = (ms: number): string => localDay(offsets, ms);

const sent = (id: string, day: string): AsRunSent => ({
  type: 'sent',
  id,
  day,
  sentAt: `${day}T12:00:00.000Z`,
  caller: 'device:Panel',
  startedBy: null,
  operation: 'clip.play',
  station: 'alpha',
  parameters: { output: 'out-1', scenes: ['full'] },
  action: null,
});

let folder: string;
let clock: ManualClock;
let open: Alarms;
let files: AsRunFiles;

const opened = (startMs: number, options: Partial<AsRunFilesDeps> = {}): AsRunFiles => {
  clock = manualClock(startMs);
  open = alarms({ clock, secrets: { id: () => 'alarm-1' }, log: memoryLog() });
  const retention = { days: 2, bytes: 1_000_000 };
  const alarm = fileAlarm(open, 'as-run-log');
  files = asRunFiles({ folder, retention, clock, dayOf, machine: clock, log: memoryLog(), alarm, ...options });
  return files;
};

/** Stores a file with one line for a day of January. */
const storeDay = (day: string): void => {
  writeFileSync(join(folder, `as-run-2026-01-${day}-00001.jsonl`), `${JSON.stringify(sent(day, `2026-01-${day}`))}\n`);
};

const readAll = async (): Promise<readonly (AsRunLine | string)[]> => {
  const read: (AsRunLine | string)[] = [];
  for await (const line of readAsRun(folder, undefined))
    read.push(E.isRight(line) ? line.right : `${line.left.file}:${String(line.left.number)}`);
  return read;
};

const eventuallyStored = (count: number): Promise<void> =>
  eventually('the lines', async () => (await readAll()).length === count);

beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => Promise.all([files.close(), clock.advance(500)]));

describe('the files of the as-run log', () => {
  it("@AS-RUN-4: are those of the studio's days, readable by their owner only", async () => {
    // 23:30 in Tokyo.
    opened(Date.UTC(2026, 0, 30, 14, 30)).write(sent('1', '2026-01-30'));
    await eventuallyStored(1);
    await clock.advance(hourMs);
    files.write(sent('2', '2026-01-31'));
    await eventuallyStored(2);
    const names = readdirSync(folder).sort();
    expect(names).toEqual(['as-run-2026-01-30-00001.jsonl', 'as-run-2026-01-31-00001.jsonl']);
    expect(names.map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual([0o600, 0o600]);
  });

  it('leave no timer once they are closed', async () => {
    opened(Date.UTC(2026, 0, 30)).write(sent('1', '2026-01-30'));
    await eventuallyStored(1);
    await files.close();
    expect(clock.waiting()).toBe(0);
  });

  it.each([
    ['when they are too old', Date.UTC(2026, 0, 31)],
    [
      'by the clock of the studio, also where the machine has another time',
      Date.UTC(2026, 0, 31),
      Date.UTC(2031, 4, 5),
    ],
    [
      "by the studio's days (it is 5:00 of the 31st in Tokyo), also where UTC has another one",
      Date.UTC(2026, 0, 30, 20),
    ],
  ])('@AS-RUN-4: are removed %s', async (_, startMs, machineMs = startMs) => {
    for (const day of ['27', '28', '29', '30']) writeFileSync(join(folder, `as-run-2026-01-${day}-00001.jsonl`), '');
    const machine = manualClock(machineMs);
    opened(startMs, { machine }).write(sent('1', '2026-01-31'));
    await eventuallyStored(1);
    expect(readdirSync(folder).map((name) => name.slice(7, 17))).toEqual(['2026-01-29', '2026-01-30', '2026-01-31']);
    await Promise.all([files.close(), machine.advance(500)]);
  });

  it('@AS-RUN-5: a full disk raises an alarm until the lines are stored, and counts those without a place', async () => {
    let isFull = true;
    const stored: string[] = [];
    const append = (text: string): Promise<number> => {
      if (isFull) return Promise.reject(new Error('ENOSPC'));
      stored.push(...text.trim().split('\n'));
      return Promise.resolve(stored.length);
    };
    opened(0, {
      openFile: () => Promise.resolve({ append, sync: () => Promise.resolve(), close: () => Promise.resolve() }),
    });
    for (let at = 0; at < 10_003; at += 1) files.write(sent(String(at), '1970-01-01'));
    await eventually('an alarm', () => open.open().length === 1);
    expect(open.open()[0]).toMatchObject({ kind: 'file_unwritable', subject: 'as-run-log' });
    isFull = false;
    await clock.advance(30_000);
    await eventually('the lines', () => stored.length === 10_001);
    expect(JSON.parse(stored.at(-1) ?? '')).toMatchObject({ type: 'lost', count: 3 });
    expect(open.open()).toEqual([]);
  });

  it('@AS-RUN-6: have every line but the one that was cut off, which is named, and go on after it', async () => {
    const name = 'as-run-2026-01-31-00001.jsonl';
    writeFileSync(join(folder, name), `${JSON.stringify(sent('1', '2026-01-31'))}\n`);
    appendFileSync(join(folder, name), '{"type":"sent","id":"2","da');
    opened(Date.UTC(2026, 0, 31)).write(sent('3', '2026-01-31'));
    await eventuallyStored(3);
    expect(await readAll()).toEqual([sent('1', '2026-01-31'), `${name}:2`, sent('3', '2026-01-31')]);
  });

  it('are read in the order of writing, however many a day has, and empty lines count', async () => {
    opened(0);
    for (const [number, id] of [
      ['99999', '1'],
      ['100000', '2'],
    ] as const)
      writeFileSync(
        join(folder, `as-run-2026-01-31-${number}.jsonl`),
        `\n${JSON.stringify(sent(id, '2026-01-31'))}\n\ncut off`,
      );
    expect(await readAll()).toEqual([
      sent('1', '2026-01-31'),
      'as-run-2026-01-31-99999.jsonl:4',
      sent('2', '2026-01-31'),
      'as-run-2026-01-31-100000.jsonl:4',
    ]);
  });

  it('are read although one is removed meanwhile', async () => {
    opened(0);
    for (const day of ['29', '30', '31']) storeDay(day);
    const ids: string[] = [];
    for await (const line of readAsRun(folder, undefined)) {
      rmSync(join(folder, 'as-run-2026-01-30-00001.jsonl'), { force: true });
      if (E.isRight(line) && line.right.type === 'sent') ids.push(line.right.id);
    }
    expect(ids).toEqual(['29', '31']);
  });

  it('are read from a day on', async () => {
    opened(0);
    for (const day of ['29', '30', '31']) storeDay(day);
    const ids: string[] = [];
    for await (const line of readAsRun(folder, '2026-01-30'))
      if (E.isRight(line) && line.right.type === 'sent') ids.push(line.right.id);
    expect(ids).toEqual(['30', '31']);
  });
});
