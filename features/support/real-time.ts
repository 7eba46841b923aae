// The clock of scenarios with real players.
import { setTimeout as delay } from 'node:timers/promises';
import { SystemClock } from '../../adapters/node/clock.js';
import type { ManualClock } from '../../simulator/clock.js';

/** A clock that runs in real time; advancing it waits. */
export const realTime = (): ManualClock => {
  const clock = new SystemClock();
  return {
    now: () => clock.now(),
    after: (delayMs, task) => clock.after(delayMs, task),
    advance: (ms) => delay(ms),
    waiting: () => 0,
  };
};
