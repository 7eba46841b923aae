// Asking again and again, while a stream that is open brings nothing: something on the way may hold it back.
import type { Clock } from '../../application/ports/clock.js';
import { jitteredBackoffMs } from './backoff.js';

/** How far apart two questions are on average, milliseconds; each wait is a quarter shorter or longer at the most. */
const askEveryMs = 10_000;

/** What asking takes. `random` gives numbers from 0 to below 1. */
export interface PollDeps {
  readonly clock: Clock;
  readonly random: () => number;
}

/** Asks until `over` fires; resolves once nothing is being asked. */
export const poll = async (
  { clock, random }: PollDeps,
  ask: (over: AbortSignal) => Promise<void>,
  over: AbortSignal,
): Promise<void> => {
  const isDue = async (): Promise<boolean> => {
    await jitteredBackoffMs(clock, askEveryMs * (0.75 + random() / 2), over);
    return !over.aborted;
  };
  while (await isDue()) await ask(over);
};
