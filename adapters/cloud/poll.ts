// Polls while an open stream delivers nothing, as when a proxy buffers it.
import type { Clock } from '../../application/ports/clock.js';
import { abortableDelay } from './backoff.js';

/** The average poll interval, milliseconds; each one is up to a quarter shorter or longer. */
const intervalMs = 10_000;

/** The dependencies of `poll`. `random` returns numbers from 0 to below 1. */
export interface PollDeps {
  readonly clock: Clock;
  readonly random: () => number;
}

/** Calls `request` repeatedly until `stopped` fires; resolves once no request is running. */
export const poll = async (
  { clock, random }: PollDeps,
  request: (stopped: AbortSignal) => Promise<void>,
  stopped: AbortSignal,
): Promise<void> => {
  const isDue = async (): Promise<boolean> => {
    await abortableDelay(clock, intervalMs * (0.75 + random() / 2), stopped);
    return !stopped.aborted;
  };
  while (await isDue()) await request(stopped);
};
