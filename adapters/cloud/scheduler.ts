// Runs a task when it is due, one run at a time.
import type { Clock } from '../../application/ports/clock.js';

/** A scheduled task. Times are milliseconds since 1970 UTC, `Infinity` for never. */
export interface Scheduler {
  /** Schedules a run, unless an earlier one is scheduled or the task is running. */
  readonly runAt: (time: number) => void;
  /** Cancels the next run; resolves once the task isn't running. */
  readonly stop: () => Promise<void>;
}

/**
 * Creates a scheduler. `task` must not reject. `nextAt` returns when the next run is due; it is called after each run, when
 * `runAt` has an effect again, so that no run is missed between the two.
 */
export const scheduler = (clock: Clock, task: () => Promise<void>, nextAt: () => number): Scheduler => {
  let scheduledAt = Infinity;
  let cancel = (): void => undefined;
  let running: Promise<void> | undefined;
  let isStopped = false;

  const run = (): void => {
    scheduledAt = Infinity;
    running = task().then(() => {
      running = undefined;
      runAt(nextAt());
    });
  };

  const runAt = (time: number): void => {
    if (isStopped || running !== undefined || time >= scheduledAt) return;
    cancel();
    scheduledAt = time;
    const delayMs = time - clock.now();
    if (delayMs <= 0) run();
    else cancel = clock.after(delayMs, run);
  };

  return {
    runAt,
    stop: async () => {
      isStopped = true;
      cancel();
      await running;
    },
  };
};
