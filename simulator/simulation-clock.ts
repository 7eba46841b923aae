// The clock of a simulated studio that people steer: it runs at a speed, or stands still and advances in steps.
import { steadyMs, type Clock } from '../application/ports/clock.js';
import { timerClock, type ManualClock, type TimerClock } from './clock.js';

/** How a clock runs. `speed` is simulated milliseconds per real millisecond; it also applies after a pause. */
export interface ClockMode {
  readonly paused: boolean;
  readonly speed: number;
}

/** A clock that can be steered. */
export interface SteeredClock extends Clock {
  /** Whether the clock only advances in steps. Default: false. */
  readonly isManual?: boolean;
  readonly mode: () => ClockMode;
  /** Pauses the clock, lets it go on, or changes its speed. Time never goes back. */
  readonly setMode: (mode: ClockMode) => Promise<void>;
  /** Advances a paused clock by `ms` milliseconds, and runs the timers that are due. */
  readonly advance: ManualClock['advance'];
}

/** Options of a clock. */
export interface SimulationClockOptions {
  /** Real time, in which the clock runs. */
  readonly real: Clock;
  /** First time that the clock shows, in milliseconds since 1970 UTC. */
  readonly startMs: number;
  readonly paused: boolean;
}

/** Runs the timers of `time` in real time while the clock isn't paused. */
class RunningTime {
  mode: ClockMode;
  /** The times at which the present mode began. */
  #sinceMs: number;
  #realSinceMs: number;
  /** When the scheduled timer is due; Infinity for none. */
  #nextAtMs = Infinity;
  #cancel: () => void = () => undefined;

  constructor(
    private readonly time: TimerClock,
    private readonly real: Clock,
    paused: boolean,
  ) {
    this.mode = { paused, speed: 1 };
    this.#sinceMs = time.now();
    this.#realSinceMs = steadyMs(real);
  }

  now(): number {
    const { paused, speed } = this.mode;
    const passedMs = paused ? 0 : Math.max(0, steadyMs(this.real) - this.#realSinceMs);
    return Math.max(this.#sinceMs + Math.floor(passedMs * speed), this.time.now());
  }

  async setMode(mode: ClockMode): Promise<void> {
    this.#sinceMs = this.now();
    this.#realSinceMs = steadyMs(this.real);
    this.mode = mode;
    await this.time.advanceTo(this.#sinceMs);
    this.#schedule();
  }

  /** Runs a task at a time of this clock. Returns a function that cancels it. */
  at(atMs: number, task: () => void): () => void {
    const cancel = this.time.at(atMs, task);
    // Most timers are later than the next one, and cost no search for it.
    if (atMs < this.#nextAtMs) this.#schedule();
    return cancel;
  }

  /** Schedules the next timer in real time. */
  #schedule(): void {
    this.#cancel();
    const nextAtMs = this.time.nextAt();
    this.#nextAtMs = nextAtMs ?? Infinity;
    if (this.mode.paused || nextAtMs === undefined) return;
    const delayMs = Math.ceil(Math.max(0, nextAtMs - this.now()) / this.mode.speed);
    this.#cancel = this.real.after(delayMs, () => void this.#runDue());
  }

  async #runDue(): Promise<void> {
    if (!this.mode.paused) await this.time.advanceTo(this.now());
    this.#schedule();
  }
}

/** Returns a clock that shows `startMs` at first, and runs at the speed of real time unless it is paused. */
export const simulationClock = ({ real, startMs, paused }: SimulationClockOptions): SteeredClock => {
  const time = timerClock(startMs);
  const running = new RunningTime(time, real, paused);
  return {
    now: () => running.now(),
    after: (delayMs, task) => running.at(running.now() + Math.max(0, delayMs), task),
    mode: () => running.mode,
    setMode: (mode) => running.setMode(mode),
    advance: (ms) => time.advance(ms),
  };
};

/** Returns a manual clock as a clock that can be steered. It stays paused: `setMode` rejects anything else. */
export const steeredManually = (clock: ManualClock): SteeredClock => ({
  ...clock,
  isManual: true,
  mode: () => ({ paused: true, speed: 1 }),
  setMode: ({ paused }) =>
    paused ? Promise.resolve() : Promise.reject(new Error('a manual clock only advances in steps')),
});
