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

/** A manual clock that also takes points in time. */
export interface TimerClock extends ManualClock {
  /** Advances the clock to `atMs`, milliseconds since 1970 UTC, as `advance` does. A time in the past has no effect. */
  readonly advanceTo: (atMs: number) => Promise<void>;
  /** Runs `task` once at `atMs`, milliseconds since 1970 UTC. Returns a function that cancels it. */
  readonly at: (atMs: number, task: () => void) => () => void;
  /** Returns when the next timer is due; undefined without timers. */
  readonly nextAt: () => number | undefined;
}

interface Timer {
  readonly dueAtMs: number;
  readonly task: () => void;
}

/** Default start of a manual clock: noon of 1 March 2021, UTC. */
export const manualEpochMs = Date.UTC(2021, 2, 1, 12);

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

/**
 * Returns a clock that shows `startMs`, in milliseconds since 1970 UTC, and takes points in time. `settled` resolves when
 * nothing that has happened causes anything more at the same time. It is called before each timer.
 */
export const timerClock = (startMs = manualEpochMs, settled: () => Promise<void> = settle): TimerClock => {
  const timers = new Set<Timer>();
  let nowMs = startMs;
  let lastAdvance = Promise.resolve();

  const nextUntil = async (endMs: number): Promise<Timer | undefined> => {
    await settled();
    const timer = earliest(timers);
    return timer !== undefined && timer.dueAtMs <= endMs ? timer : undefined;
  };

  const runUntil = async (endMs: number): Promise<void> => {
    for (let timer = await nextUntil(endMs); timer !== undefined; timer = await nextUntil(endMs)) {
      timers.delete(timer);
      nowMs = Math.max(nowMs, timer.dueAtMs);
      timer.task();
    }
    nowMs = Math.max(nowMs, endMs);
  };

  const queued = (endMs: () => number): Promise<void> => {
    const advanced = lastAdvance.then(() => runUntil(endMs()));
    lastAdvance = advanced.catch(() => undefined);
    return advanced;
  };

  const at = (dueAtMs: number, task: () => void): (() => void) => {
    const timer = { dueAtMs, task };
    timers.add(timer);
    return () => void timers.delete(timer);
  };

  return {
    now: () => nowMs,
    after: (delayMs, task) => at(nowMs + Math.max(0, delayMs), task),
    at,
    advance: (ms) => queued(() => nowMs + ms),
    advanceTo: (atMs) => queued(() => atMs),
    nextAt: () => earliest(timers)?.dueAtMs,
    waiting: () => timers.size,
  };
};

/** Returns a clock that shows `startMs`, in milliseconds since 1970 UTC. */
export const manualClock = (startMs?: number): ManualClock => timerClock(startMs);
