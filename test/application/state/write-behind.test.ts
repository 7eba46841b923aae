// Tests of the write-behind on the manual clock: one write at a time, coalescing, retries and stopping.
import { beforeEach, describe, expect, it } from 'vitest';
import { writeBehind, type WriteBehind } from '../../../application/state/write-behind.js';
import { manualClock, type ManualClock } from '../../../simulator/clock.js';
import { settle } from '../demo-bench.js';

let clock: ManualClock;
let value: number;
let writes: { readonly value: number; readonly succeed: () => void; readonly fail: () => void }[];
let reports: string[];
let writer: WriteBehind;

const save = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const fail = (): void => {
      reject(new Error('ENOSPC'));
    };
    writes.push({ value, succeed: resolve, fail });
  });

const end = async (how: 'succeed' | 'fail'): Promise<void> => {
  writes.at(-1)?.[how]();
  await settle(clock);
};

const written = (): readonly number[] => writes.map((write) => write.value);

/** Requests a write of a new value. The result is wrapped, as it may not be there yet. */
const write = async (next: number): Promise<{ readonly result: Promise<boolean> }> => {
  value = next;
  const result = writer.write();
  await settle(clock);
  return { result };
};

beforeEach(() => {
  clock = manualClock(0);
  [value, writes, reports] = [0, [], []];
  writer = writeBehind({
    save,
    clock,
    onFailure: (error, isFirst) => void reports.push(`${String(error)}${isFirst ? ' (first)' : ''}`),
    onRecovery: () => void reports.push('recovered'),
  });
});

describe('a write', () => {
  it('starts at once and resolves when the data is saved', async () => {
    const { result } = await write(1);
    expect(written()).toEqual([1]);
    await end('succeed');
    await expect(result).resolves.toBe(true);
    expect([clock.waiting(), reports]).toEqual([0, []]);
  });

  it('waits for the write in progress, and is shared by all calls made until then', async () => {
    const results = [await write(1), await write(2), await write(3)].map(({ result }) => result);
    expect(written()).toEqual([1]);
    await end('succeed');
    expect(written()).toEqual([1, 3]);
    await end('succeed');
    await expect(Promise.all(results)).resolves.toEqual([true, true, true]);
  });

  it('resolves with false if saving fails, also if the function throws', async () => {
    const { result } = await write(1);
    await end('fail');
    await expect(result).resolves.toBe(false);
    const throwing = writeBehind({
      save: () => {
        throw new Error('EIO');
      },
      clock,
      onFailure: (error) => void reports.push(String(error)),
    });
    await expect(throwing.write()).resolves.toBe(false);
    expect(reports).toEqual(['Error: ENOSPC (first)', 'Error: EIO']);
  });
});

describe('a failed write', () => {
  it('is retried every 30 s with the newest value, until it succeeds', async () => {
    await write(1);
    await end('fail');
    value = 2;
    await clock.advance(29_999);
    expect(written()).toEqual([1]);
    await clock.advance(1);
    await end('fail');
    await clock.advance(30_000);
    await end('succeed');
    expect(written()).toEqual([1, 2, 2]);
    expect(reports).toEqual(['Error: ENOSPC (first)', 'Error: ENOSPC', 'recovered']);
    expect(clock.waiting()).toBe(0);
  });

  it('is retried before a write that is requested meanwhile', async () => {
    await write(1);
    await end('fail');
    await clock.advance(30_000);
    await write(2);
    expect(written()).toEqual([1, 1]);
    await end('succeed');
    expect(written()).toEqual([1, 1, 2]);
  });

  it('is not retried after a later write', async () => {
    await write(1);
    await end('fail');
    await write(2);
    await end('succeed');
    await clock.advance(60_000);
    expect(written()).toEqual([1, 2]);
  });
});

describe('a scheduled write', () => {
  it('starts after its delay, once for all requests of that time', async () => {
    writer.schedule(1_000);
    await clock.advance(500);
    writer.schedule(1_000);
    await clock.advance(499);
    expect(written()).toEqual([]);
    await clock.advance(1);
    expect(written()).toEqual([0]);
    await end('succeed');
    expect(clock.waiting()).toBe(0);
  });

  it('is part of a write that starts before it', async () => {
    writer.schedule(1_000);
    await write(1);
    await end('succeed');
    expect(clock.waiting()).toBe(0);
  });

  it('starts after the write in progress if it was requested during that', async () => {
    await write(1);
    writer.schedule(1_000);
    await end('fail');
    await clock.advance(1_000);
    expect(written()).toEqual([1, 1]);
  });

  it('waits for the retry after a failure', async () => {
    await write(1);
    await end('fail');
    writer.schedule(1_000);
    await clock.advance(29_999);
    expect(written()).toEqual([1]);
    await clock.advance(1);
    expect(written()).toEqual([1, 1]);
  });
});

it('a write that is scheduled during a retry that fails waits for the next retry', async () => {
  await write(1);
  await end('fail');
  await clock.advance(30_000);
  writer.schedule(1_000);
  await end('fail');
  await clock.advance(29_999);
  expect(written()).toEqual([1, 1]);
  await clock.advance(1);
  expect(written()).toEqual([1, 1, 1]);
});

describe('a stopped write-behind', () => {
  it('cancels the scheduled write, and schedules no other', async () => {
    writer.schedule(1_000);
    writer.stop();
    writer.schedule(1_000);
    await clock.advance(60_000);
    expect([written(), clock.waiting()]).toEqual([[], 0]);
  });

  it('still writes on request, but does not retry', async () => {
    writer.stop();
    const { result } = await write(1);
    await end('fail');
    await expect(result).resolves.toBe(false);
    expect(clock.waiting()).toBe(0);
  });

  it('is settled when the write in progress has ended', async () => {
    await write(1);
    let isSettled = false;
    void writer.settled().then(() => (isSettled = true));
    writer.stop();
    await settle(clock);
    expect(isSettled).toBe(false);
    await end('fail');
    expect(isSettled).toBe(true);
  });
});
