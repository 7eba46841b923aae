// Waits for work that may hang.
import type { Clock } from '../../application/ports/clock.js';

/** Resolves when `work`, which never rejects, has ended, or after `ms` milliseconds. */
export const within = (clock: Clock, ms: number, work: Promise<unknown>): Promise<void> =>
  new Promise((resolve) => {
    const cancel = clock.after(ms, resolve);
    void work.then(() => {
      cancel();
      resolve();
    });
  });
