// A clock that can be set. Timers measure elapsed time, as those of a real machine do.
import type { Clock } from '../../application/ports/clock.js';

export interface SettableClock extends Clock {
  /** Sets the clock. Timers are not affected. */
  readonly set: (nowMs: number) => void;
  /** Lets time pass, in milliseconds. Calls `settled` after each timer. */
  readonly pass: (ms: number, settled?: () => Promise<void> | undefined) => Promise<void>;
  /** Lets time pass without running any timer, as when the machine is suspended. */
  readonly suspend: (ms: number) => void;
}

interface Timer {
  readonly dueMs: number;
  readonly task: () => void;
}

/** Returns a clock that shows `startMs`, in milliseconds since 1970 UTC. */
export const settableClock = (startMs: number): SettableClock => {
  const timers = new Set<Timer>();
  let elapsedMs = 0;
  let aheadMs = startMs;
  const next = (untilMs: number): Timer | undefined => {
    let first: Timer | undefined;
    for (const timer of timers) if (timer.dueMs <= untilMs && !(first && first.dueMs <= timer.dueMs)) first = timer;
    return first;
  };
  return {
    now: () => elapsedMs + aheadMs,
    after: (delayMs, task) => {
      const timer = { dueMs: elapsedMs + delayMs, task };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    set: (nowMs) => {
      aheadMs = nowMs - elapsedMs;
    },
    pass: async (ms, settled) => {
      const untilMs = elapsedMs + ms;
      for (let timer = next(untilMs); timer !== undefined; timer = next(untilMs)) {
        timers.delete(timer);
        elapsedMs = Math.max(elapsedMs, timer.dueMs);
        timer.task();
        const pending = settled?.();
        if (pending !== undefined) await pending;
      }
      elapsedMs = untilMs;
    },
    suspend: (ms) => {
      elapsedMs += ms;
    },
  };
};
