// Waits for work that may hang.
import type { Clock } from '../ports/clock.js';

/** Resolves with the result of `work`, which never rejects; with undefined if it has not ended after `ms` milliseconds. */
export const within = <T>(clock: Clock, ms: number, work: Promise<T>): Promise<T | undefined> =>
  new Promise((resolve) => {
    const cancel = clock.after(ms, () => {
      resolve(undefined);
    });
    void work.then((result) => {
      cancel();
      resolve(result);
    });
  });
