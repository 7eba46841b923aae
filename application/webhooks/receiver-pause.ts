// While the receiver of a webhook is left alone: nothing is attempted for a time, and then one message at a time (WEBHOOK-5).
import { steadyMs, type Clock } from '../ports/clock.js';

export interface ReceiverPauseDeps {
  readonly clock: Clock;
  /** Returns the length of the nth pause in a row, in milliseconds. */
  readonly lengthMs: (number: number) => number;
  /** Called when one message may be attempted. */
  readonly onAttempt: () => void;
}

/** A pause. All times are in milliseconds of the steady clock. */
interface Pause {
  /** How many there were in a row. */
  readonly number: number;
  readonly sinceMs: number;
  readonly untilMs: number;
  /** Undefined once one message may be attempted. */
  cancel: (() => void) | undefined;
}

/** The pauses of one receiver. */
export class ReceiverPause {
  #pause: Pause | undefined;

  constructor(private readonly deps: ReceiverPauseDeps) {}

  /** Whether the receiver is attempted one message at a time, or not at all. */
  get isOn(): boolean {
    return this.#pause !== undefined;
  }

  /** Whether nothing may be attempted. */
  get isResting(): boolean {
    return this.#pause?.cancel !== undefined;
  }

  /** Begins a pause of at least some milliseconds. Of two, the one counts that ends later. */
  begin(leastMs: number): void {
    const { number: before = 0, cancel, untilMs = 0 } = this.#pause ?? {};
    // Attempts that were under way when the pause began are no further failures.
    if (cancel !== undefined && leastMs === 0) return;
    const number = before + 1;
    const sinceMs = steadyMs(this.deps.clock);
    const delayMs = Math.max(this.deps.lengthMs(number), leastMs);
    if (cancel !== undefined && untilMs >= sinceMs + delayMs) return;
    cancel?.();
    const pause: Pause = { number, sinceMs, untilMs: sinceMs + delayMs, cancel: undefined };
    pause.cancel = this.deps.clock.after(delayMs, () => {
      pause.cancel = undefined;
      this.deps.onAttempt();
    });
    this.#pause = pause;
  }

  /**
   * Ends the pauses after an attempt that the receiver has answered. Returns how many there were; undefined if they go on, because the
   * attempt began before them.
   */
  end(begunMs: number): number | undefined {
    const { number = 0, sinceMs = 0, cancel } = this.#pause ?? {};
    if (begunMs <= sinceMs) return undefined;
    cancel?.();
    this.#pause = undefined;
    return number;
  }
}
