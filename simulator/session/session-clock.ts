// The clock of a recorded session: it stands still while an input is handled, so that a replay repeats every time.
import { steadyMs, type Clock } from '../../application/ports/clock.js';
import { timerClock } from '../clock.js';
import type { ClockMode, SteeredClock } from '../simulation-clock.js';

/** A clock that moves only between inputs. */
export interface SessionClock extends SteeredClock {
  /** Advances to `atMs`, in milliseconds since 1970 UTC, and runs the timers that are due. */
  readonly advanceTo: (atMs: number) => Promise<void>;
  /** Advances to the time that has passed in real time. A paused clock, and one without real time, stays where it is. */
  readonly catchUp: () => Promise<void>;
  /** Whether a timer is due in real time. */
  readonly isBehind: () => boolean;
}

/** Options of a clock. */
export interface SessionClockOptions {
  /** Real time, in which the clock runs; undefined for a replay, which names each time. */
  readonly real: Clock | undefined;
  /** First time that the clock shows, in milliseconds since 1970 UTC. */
  readonly startMs: number;
  readonly paused: boolean;
  /** Resolves when nothing that has happened causes anything more at the same time. */
  readonly settled: () => Promise<void>;
}

/** Returns the clock of a session. */
export const sessionClock = ({ real, startMs, paused, settled }: SessionClockOptions): SessionClock => {
  const time = timerClock(startMs, settled);
  let mode: ClockMode = { paused, speed: 1 };
  let since = { ms: startMs, realMs: real === undefined ? 0 : steadyMs(real) };

  const target = (): number => {
    if (mode.paused || real === undefined) return time.now();
    return Math.max(time.now(), since.ms + Math.floor((steadyMs(real) - since.realMs) * mode.speed));
  };

  return {
    now: time.now,
    after: time.after,
    mode: () => mode,
    setMode: (changed) => {
      since = { ms: time.now(), realMs: real === undefined ? 0 : steadyMs(real) };
      mode = changed;
      return Promise.resolve();
    },
    advance: time.advance,
    advanceTo: time.advanceTo,
    catchUp: () => time.advanceTo(target()),
    isBehind: () => (time.nextAt() ?? Infinity) <= target(),
  };
};
