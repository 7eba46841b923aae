// Winding a clock by hand while programs talk over real sockets: they get their turn at every step.
import { setImmediate as turn } from 'node:timers/promises';
import type { ManualClock } from '../../simulator/clock.js';

/** How far the clock moves at once, milliseconds, and how often the event loop turns in between. */
const strideMs = 5;
const turns = 8;

/** Lets everything that is under way on loopback arrive. */
export const delivered = async (): Promise<void> => {
  for (let done = 0; done < turns; done += 1) await turn();
};

/** Winds the clock in strides. */
export const advanceInSteps = async (clock: ManualClock, ms: number): Promise<void> => {
  await delivered();
  for (let rest = ms; rest > 0; rest -= strideMs) {
    await clock.advance(Math.min(strideMs, rest));
    await delivered();
  }
};
