// Retry delays, which grow with each failure and differ between services.
import type { Clock } from '../../application/ports/clock.js';
import { jitteredDelayMs, type BackoffBounds } from '../../domain/backoff.js';

const bounds: BackoffBounds = { firstMs: 500, maxMs: 30_000 };

/** Returns the delay after the nth failure in a row (from 1), milliseconds; `random` is from 0 to below 1. */
export const jitteredBackoffMs = (failures: number, random: number): number =>
  jitteredDelayMs(bounds, failures, random);

/** Resolves after `ms` milliseconds, or at once when `stopped` fires. */
export const abortableDelay = (clock: Clock, ms: number, stopped: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const finish = (): void => {
      cancel();
      stopped.removeEventListener('abort', finish);
      resolve();
    };
    const cancel = clock.after(ms, finish);
    stopped.addEventListener('abort', finish);
    if (stopped.aborted) finish();
  });
