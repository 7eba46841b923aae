// Polls that take long, and requests that fail while the service stops.
import { expect, it } from 'vitest';
import { poll } from '../../../adapters/cloud/poll.js';
import { requestWithTimeout } from '../../../adapters/cloud/request-with-timeout.js';
import { manualClock } from '../../../simulator/clock.js';
import { memoryLog } from '../../application/console/readable-log.js';

it('a poll begins after the one before has ended, and polling ends with the last one', async () => {
  const clock = manualClock();
  const stopping = new AbortController();
  const ends: (() => void)[] = [];
  let hasEnded = false;
  const request = () => new Promise<void>((resolve) => void ends.push(resolve));
  const polling = poll({ clock, random: () => 0.5 }, request, stopping.signal).then(() => (hasEnded = true));
  await clock.advance(60_000);
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await clock.advance(10_000);
  expect(ends).toHaveLength(2);
  stopping.abort();
  await clock.advance(0);
  expect(hasEnded).toBe(false);
  ends[1]?.();
  await polling;
  expect([ends.length, clock.waiting()]).toEqual([2, 0]);
});

it.each([
  [false, 1],
  [true, 0],
])('a request that fails is logged unless the service stops: %s', async (isStopping, lines) => {
  const [clock, log, stopping] = [manualClock(), memoryLog(), new AbortController()];
  const request = (): Promise<never> => {
    if (isStopping) stopping.abort();
    return Promise.reject(new Error('no route'));
  };
  expect(await requestWithTimeout({ clock, log }, request, stopping.signal)).toBeUndefined();
  expect([log.lines.length, clock.waiting()]).toEqual([lines, 0]);
});
