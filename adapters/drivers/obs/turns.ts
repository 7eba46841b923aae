// Tasks that wait for each other, but not for long.
import type { Clock } from '../../../application/ports/clock.js';

/** The longest time until the next task begins though this one isn't done, in milliseconds. */
const longestTurnMs = 500;

/** Runs tasks one after the other. OBS may execute batches that arrive at the same time in any order. */
export class BatchTurns {
  #last: Promise<unknown> = Promise.resolve();

  constructor(private readonly clock: Clock) {}

  /** Runs a task, which never rejects, as soon as those before it are done. */
  add(task: () => Promise<unknown>): void {
    this.#last = this.#last.then(() => {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      const end = (): void => {
        cancelTimer();
        resolve(undefined);
      };
      const cancelTimer = this.clock.after(longestTurnMs, end);
      void task().then(end);
      return promise;
    });
  }
}
