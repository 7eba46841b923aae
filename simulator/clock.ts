// A manual clock: time advances only when a caller advances it, and timers run in a fixed order.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../application/ports/clock.js';

/** A clock that shows the same time until it is advanced. */
export interface ManualClock extends Clock {
  /**
   * Advances the clock by `ms` milliseconds (0 or more). Runs the timers that are due, in the order of their time, or
   * of registration when that is equal. This includes timers that are registered meanwhile. Concurrent calls run one
   * after the other. Rejects with the error of a timer that throws; the clock then shows that timer's time.
   */
  readonly advance: (ms: number) => Promise<void>;
  /** Returns the number of registered timers. */
  readonly waiting: () => number;
}

interface Timer {
  readonly dueAtMs: number;
  readonly task: () => void;
}

/** Default start of a manual clock: noon of 1 March 2027, UTC. */
export const manualEpochMs = Date.UTC(2027, 2, 1, 12);

/** Event loop turns before each timer, in which continuations can register timers of their own. */
const turnsPerTimer = 4;

const settle = async (): Promise<void> => {
  for (let done = 0; done < turnsPerTimer; done += 1) await nextTurn();
};

const earliest = (timers: ReadonlySet<Timer>): Timer | undefined => {
  let first: Timer | undefined;
  for (const timer of timers) if (first === undefined || timer.dueAtMs < first.dueAtMs) first = timer;
  return first;
};

/** Returns a clock that shows `startMs`, in milliseconds since 1970 UTC. */
export const manualClock = (startMs = manualEpochMs): ManualClock => {
  const timers = new Set<Timer>();
  let nowMs = startMs;
  let lastAdvance = Promise.resolve();

  const nextUntil = async (endMs: number): Promise<Timer | undefined> => {
    await settle();
    const timer = earliest(timers);
    return timer !== undefined && timer.dueAtMs <= endMs ? timer : undefined;
  };

  const advanceBy = async (ms: number): Promise<void> => {
    const endMs = nowMs + ms;
    for (let timer = await nextUntil(endMs); timer !== undefined; timer = await nextUntil(endMs)) {
      timers.delete(timer);
      nowMs = Math.max(nowMs, timer.dueAtMs);
      timer.task();
    }
    nowMs = endMs;
  };

  return {
    now: () => nowMs,
    after: (delayMs, task) => {
      const timer = { dueAtMs: nowMs + Math.max(0, delayMs), task };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    advance: (ms) => {
      const advanced = lastAdvance.then(() => advanceBy(ms));
      lastAdvance = advanced.catch(() => undefined);
      return advanced;
    },
    waiting: () => timers.size,
  };
};
