// When the driver asks a silent provider for a sign of life, and when it gives the connection up.
import { beforeEach, expect, it } from 'vitest';
import { KeepAlive } from '../../../adapters/drivers/emberplus/keep-alive.js';
import { manualClock, type ManualClock } from '../../../simulator/clock.js';

let clock: ManualClock;
let keepAlive: KeepAlive;
let done: string[];

beforeEach(() => {
  clock = manualClock();
  done = [];
  keepAlive = new KeepAlive(clock, {
    send: () => {
      done.push('asked');
      keepAlive.sent();
    },
    drop: (reason) => void done.push(reason),
  });
  keepAlive.start();
});

it('asks from two seconds of silence on, and drops the connection after five', async () => {
  await clock.advance(1_999);
  expect(done).toEqual([]);
  await clock.advance(1);
  expect(done).toEqual(['asked']);
  await clock.advance(2_999);
  expect(done).toEqual(['asked', 'asked', 'asked']);
  await clock.advance(60_000);
  expect(done.slice(3)).toEqual(['the provider was silent for 5000 ms']);
});

it('shows a provider that sends all the time that the service is there', async () => {
  for (let second = 0; second < 10; second += 1) {
    keepAlive.received();
    await clock.advance(1_000);
  }
  expect(done).toEqual(Array(5).fill('asked'));
});

it('asks nothing while both sides send, and ends when it is stopped', async () => {
  for (let second = 0; second < 60; second += 1) {
    keepAlive.received();
    keepAlive.sent();
    await clock.advance(1_000);
  }
  keepAlive.stop();
  await clock.advance(60_000);
  expect(done).toEqual([]);
});
