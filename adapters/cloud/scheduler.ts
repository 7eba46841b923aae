// A task that runs when it is due: never twice at once, and planned anew whenever it has run.
import type { Clock } from '../../application/ports/clock.js';

/** A task that is planned. Times are milliseconds since 1970 UTC, `Infinity` for never. */
export interface Scheduler {
  /** Has it run at a time, unless it is planned to run before; nothing while it runs, which plans it anew. */
  readonly at: (time: number) => void;
  /** Plans it no more; resolves once it doesn't run. */
  readonly stop: () => Promise<void>;
}

/** Plans a task, which tells when it is due next and never rejects. */
export const scheduler = (clock: Clock, task: () => Promise<number>): Scheduler => {
  let plannedAt = Infinity;
  let callOff = (): void => undefined;
  let running: Promise<void> | undefined;
  let isStopped = false;

  const run = (): void => {
    plannedAt = Infinity;
    running = task().then((next) => {
      running = undefined;
      at(next);
    });
  };

  const at = (time: number): void => {
    if (isStopped || running !== undefined || time >= plannedAt) return;
    callOff();
    plannedAt = time;
    const delayMs = time - clock.now();
    if (delayMs <= 0) run();
    else callOff = clock.after(delayMs, run);
  };

  return {
    at,
    stop: async () => {
      isStopped = true;
      callOff();
      await running;
    },
  };
};
