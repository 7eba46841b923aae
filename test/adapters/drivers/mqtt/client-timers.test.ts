// The timers of the client of the library.
import { expect, it } from 'vitest';
import { clientTimers } from '../../../../adapters/drivers/mqtt/client-timers.js';
import { manualClock } from '../../../../simulator/clock.js';

it('a timer repeats its task until it is cleared, also by the task itself, and leaves none of the clock', async () => {
  const clock = manualClock();
  const timers = clientTimers(clock);
  if (typeof timers === 'string') throw new Error('expected timers');
  let [runs, ownRuns] = [0, 0];
  const id = timers.set(() => (runs += 1), 1_000);
  const own = timers.set(() => {
    ownRuns += 1;
    if (ownRuns === 2) timers.clear(own);
  }, 1_000);
  await clock.advance(3_999);
  timers.clear(id);
  await clock.advance(10_000);
  expect([runs, ownRuns, clock.waiting()]).toEqual([3, 2, 0]);
});
