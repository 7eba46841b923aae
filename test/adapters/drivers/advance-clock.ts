// Advances a manual clock while programs communicate over real sockets, which need event loop turns in between.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ManualClock } from '../../../simulator/clock.js';
import { eventually } from '../../support/eventually.js';

/** Length of a step in milliseconds, and the number of event loop turns after each. */
const stepMs = 5;
const turnsPerStep = 8;

/** Waits until the data in transit on loopback has arrived. */
export const settleSockets = async (): Promise<void> => {
  for (let done = 0; done < turnsPerStep; done += 1) await nextTurn();
};

/** Advances the clock by `ms` milliseconds in small steps. */
export const advanceInSteps = async (clock: ManualClock, ms: number): Promise<void> => {
  await settleSockets();
  for (let rest = ms; rest > 0; rest -= stepMs) {
    await clock.advance(Math.min(stepMs, rest));
    await settleSockets();
  }
};

/** About the time between two reports of a player, in milliseconds. */
const frameMs = 40;

/** Advances the clock by `ms` milliseconds in steps of a frame, when nothing depends on the exact time. */
export const advanceInFrames = async (clock: ManualClock, ms: number): Promise<void> => {
  for (let rest = ms; rest > 0; rest -= frameMs) {
    await clock.advance(Math.min(frameMs, rest));
    await settleSockets();
  }
};

/** Lets time pass in both clocks, the manual and the real one, until `check` holds. */
export const passUntil = async (clock: ManualClock, check: () => boolean): Promise<void> => {
  await eventually('the state to change', async () => {
    await clock.advance(frameMs);
    await settleSockets();
    return check();
  });
};
