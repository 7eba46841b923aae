// When a channel is read by INFO: at rest, and after commands.
import { beforeEach, expect, it } from 'vitest';
import type { Connection } from '../../../../adapters/drivers/casparcg/connection.js';
import { InfoFallback } from '../../../../adapters/drivers/casparcg/info-fallback.js';
import { manualClock, type ManualClock } from '../../../../simulator/clock.js';

let clock: ManualClock;
let startMs: number;
let readAtMs: number[];
let info: InfoFallback;

beforeEach(() => {
  clock = manualClock();
  [startMs, readAtMs] = [clock.now(), []];
  const connection = { request: () => readAtMs.push(clock.now() - startMs) } as unknown as Connection;
  info = new InfoFallback(connection, 'INFO 1', clock, () => undefined);
});

it('at once and every 30 s from the start on, also if it is started again, and no more after the stop', async () => {
  info.start();
  await clock.advance(20_000);
  info.start();
  await clock.advance(80_000);
  info.stop();
  await clock.advance(100_000);
  expect(readAtMs).toEqual([0, 30_000, 60_000, 90_000]);
  expect([info.isOn, clock.waiting()]).toEqual([false, 0]);
});

it('twice after a command while that is pending, and not before the start', async () => {
  info.expect(() => true);
  info.start();
  await clock.advance(1_000);
  let isPending = true;
  info.expect(() => isPending);
  await clock.advance(2_000);
  info.expect(() => isPending);
  await clock.advance(1_000);
  isPending = false;
  await clock.advance(1_000);
  expect(readAtMs).toEqual([0, 1_250, 2_600, 3_250]);
});

it('not for a command that was sent before the stop', async () => {
  info.start();
  info.expect(() => true);
  info.stop();
  await clock.advance(10_000);
  expect([readAtMs, clock.waiting()]).toEqual([[0], 0]);
});
