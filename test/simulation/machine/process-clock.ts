// The clock of a process that can be killed: its timers end with it.
import type { Clock } from '../../../application/ports/clock.js';

/** A clock whose timers run until the process ends. */
export interface ProcessClock extends Clock {
  readonly isAlive: () => boolean;
  /** Ends the process: no further timer runs. */
  readonly end: () => void;
}

/** Returns the clock of a new process. */
export const processClock = (clock: Clock): ProcessClock => {
  let alive = true;
  const timers = new Set<() => void>();
  return {
    now: clock.now,
    isAlive: () => alive,
    after: (delayMs, task) => {
      if (!alive) return () => undefined;
      const cancel = clock.after(delayMs, () => {
        timers.delete(cancel);
        task();
      });
      timers.add(cancel);
      return () => {
        timers.delete(cancel);
        cancel();
      };
    },
    end: () => {
      alive = false;
      for (const cancel of timers) cancel();
      timers.clear();
    },
  };
};
