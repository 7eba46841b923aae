// How long to wait before trying again: longer each time, and never the same for all services at once.
import type { Clock } from '../../application/ports/clock.js';

const firstMs = 500;
const longestMs = 30_000;

/** The wait after the nth failure in a row (from 1), milliseconds; `random` is from 0 to below 1. */
export const backoffMs = (failures: number, random: number): number => {
  const whole = Math.min(firstMs * 2 ** Math.min(failures - 1, 16), longestMs);
  return Math.round(whole / 2 + (whole / 2) * random);
};

/** Resolves after `ms` milliseconds, or at once when `stopped` fires. */
export const jitteredBackoffMs = (clock: Clock, ms: number, stopped: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const finish = (): void => {
      callOff();
      stopped.removeEventListener('abort', finish);
      resolve();
    };
    const callOff = clock.after(ms, finish);
    stopped.addEventListener('abort', finish);
    if (stopped.aborted) finish();
  });
