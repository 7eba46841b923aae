// After the clock was ahead: what was stored meanwhile delays no sign-in and keeps no session alive.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepTimesBehind } from '../../../application/console/stored-times.js';
import { addFailure, noFailures, waitMs, type FailedSignIns } from '../../../domain/access/sign-in-delay.js';
import { openMemoryStore } from '../../../features/support/memory-store.js';
import { manualClock, type ManualClock } from '../../../simulator/clock.js';
import { eventually } from '../../support/eventually.js';
import { memoryLog } from './readable-log.js';

const yearMs = 365 * 86_400_000;

let time: ManualClock;
let offsetMs: number;
let end: () => void;

/** A clock that somebody sets. */
const clock = {
  now: () => time.now() + offsetMs,
  steady: () => time.now(),
  after: (delayMs: number, task: () => void) => time.after(delayMs, task),
};

beforeEach(() => {
  time = manualClock();
  offsetMs = 0;
});
afterEach(() => {
  end();
});

const sessionLimits = { idleMs: 3_600_000, lifetimeMs: 12 * 3_600_000 };
const failedOften = (failed: FailedSignIns): FailedSignIns =>
  Array.from({ length: 9 }).reduce<FailedSignIns>((before) => addFailure(before, clock.now()), failed);

it.each(['started anew', 'running on'])(
  '@CONSOLE-37: a console that is %s waits no year after its clock was ahead',
  async (how) => {
    const store = openMemoryStore();
    const ports = { store, clock, log: memoryLog(), sessionLimits };
    end = await keepTimesBehind(ports);
    offsetMs = yearMs;
    await time.advance(60_000);
    await store.changeFailures('account', failedOften);
    offsetMs = 0;
    if (how === 'started anew') {
      end();
      end = await keepTimesBehind(ports);
    } else await time.advance(60_000);
    let failed = noFailures;
    await eventually('the time is set back', async () => {
      failed = await store.changeFailures('account', (before) => before);
      return failed.last <= clock.now();
    });
    expect(waitMs(failed, clock.now())).toBeLessThanOrEqual(300_000);
  },
);
