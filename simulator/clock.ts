// A clock that is wound by hand: nothing happens until it is advanced, and then in one order only.
import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '../application/ports/clock.js';

/** Time that stands still until it is advanced. */
export interface ManualClock extends Clock {
  /**
   * Lets `ms` milliseconds (0 and up) pass. Timers that fall due run in the order of their time, those of one time in
   * the order they were registered; a timer that is registered on the way and falls due within the span runs too.
   * Spans asked for at once pass one after the other. Rejects with what a timer throws; time stands at that timer then.
   */
  readonly advance: (ms: number) => Promise<void>;
  /** How many timers wait. */
  readonly waiting: () => number;
}

interface Timer {
  readonly dueAtMs: number;
  readonly task: () => void;
}

/** Where a manual clock starts unless told otherwise: noon of 1 March 2027, UTC. */
export const manualEpochMs = Date.UTC(2027, 2, 1, 12);

/** How often the event loop turns before the next timer: continuations may take a few to register theirs. */
const turns = 4;

const settle = async (): Promise<void> => {
  for (let done = 0; done < turns; done += 1) await turn();
};

const earliest = (timers: ReadonlySet<Timer>): Timer | undefined => {
  let first: Timer | undefined;
  for (const timer of timers) if (first === undefined || timer.dueAtMs < first.dueAtMs) first = timer;
  return first;
};

/** A clock that shows `startMs` (milliseconds since 1970 UTC) and waits to be wound. */
export const manualClock = (startMs = manualEpochMs): ManualClock => {
  const timers = new Set<Timer>();
  let nowMs = startMs;
  let winding = Promise.resolve();

  const nextUntil = async (endMs: number): Promise<Timer | undefined> => {
    await settle();
    const timer = earliest(timers);
    return timer !== undefined && timer.dueAtMs <= endMs ? timer : undefined;
  };

  const wind = async (ms: number): Promise<void> => {
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
      const wound = winding.then(() => wind(ms));
      winding = wound.catch(() => undefined);
      return wound;
    },
    waiting: () => timers.size,
  };
};
