// Keeps the line of one signal in the state of the tally that it follows (TALLY-6).
import * as E from 'fp-ts/lib/Either.js';
import type { Alarms } from '../alarms/alarms.js';
import type { Acknowledgements } from '../commands/acknowledgement.js';
import type { Clock } from '../ports/clock.js';
import type { CommandResult } from '../ports/commands.js';
import type { SignalLines } from '../ports/signal-lines.js';

export interface SignalFollowerDeps {
  readonly lines: Pick<SignalLines, 'value' | 'connected' | 'send'>;
  readonly acknowledgements: Pick<Acknowledgements, 'within'>;
  readonly alarms: Pick<Alarms, 'raise' | 'clear'>;
  readonly clock: Clock;
}

/** How long a command may take, in milliseconds. */
const timeoutMs = 2_000;

/** The least time between two commands for the same value, in milliseconds: a line that never keeps it isn't flooded. */
const pauseMs = 1_000;

/** A command for a value, from when it is sent until the next one for the same value may be. */
interface Attempt {
  readonly on: boolean;
  /** Whether it may be that the line has not got the command. */
  isOpen: boolean;
  /** Whether the next one may be sent. */
  isPaused: boolean;
  cancelPause: () => void;
}

/** Switches a signal whenever its line differs from the tally. */
export class SignalFollower {
  /** The newest command; null if none was sent since the line was connected. */
  #attempt: Attempt | null = null;

  constructor(
    private readonly signal: string,
    private readonly wanted: () => boolean | null,
    private readonly deps: SignalFollowerDeps,
  ) {}

  /**
   * Compares the line with the tally. A line that was lost is switched anew when it returns, because it may have lost its
   * value: its report can be older than that.
   */
  update(): void {
    const { lines } = this.deps;
    if (!lines.connected(this.signal)) {
      this.#forget();
      return;
    }
    const on = this.wanted();
    if (on === null) return;
    if (this.#isDone(on)) {
      this.#clearAlarm();
      return;
    }
    const sameAttempt = this.#attempt?.on === on ? this.#attempt : null;
    if (sameAttempt?.isOpen !== true && sameAttempt?.isPaused !== true) this.#send(on);
  }

  /** Switches nothing more. Called when the service stops. */
  stop(): void {
    this.#forget();
  }

  /** Follows nothing more, and clears the alarm. */
  end(): void {
    this.#forget();
    this.#clearAlarm();
  }

  /** Whether the line has the value after a command for it. */
  #isDone(on: boolean): boolean {
    const attempt = this.#attempt;
    return attempt?.on === on && !attempt.isOpen && this.deps.lines.value(this.signal) === on;
  }

  #forget(): void {
    this.#attempt?.cancelPause();
    this.#attempt = null;
  }

  #clearAlarm(): void {
    this.deps.alarms.clear('tally_failed', this.signal);
  }

  #send(on: boolean): void {
    this.#forget();
    const attempt: Attempt = { on, isOpen: true, isPaused: true, cancelPause: () => undefined };
    this.#attempt = attempt;
    attempt.cancelPause = this.deps.clock.after(pauseMs, () => {
      attempt.isPaused = false;
      this.update();
    });
    const sending = this.deps.lines.send({ do: 'switch', signal: this.signal, on });
    if (E.isLeft(sending)) this.#ended(attempt, sending);
    else {
      const { confirmed, failureAtTimeout } = sending.right;
      void this.deps.acknowledgements.within(confirmed, timeoutMs, failureAtTimeout).then((result) => {
        this.#ended(attempt, result);
      });
    }
  }

  /** The end of a command that another one has replaced, or whose line was lost, changes nothing. */
  #ended(attempt: Attempt, result: CommandResult): void {
    if (this.#attempt !== attempt) return;
    attempt.isOpen = false;
    if (E.isRight(result)) this.#clearAlarm();
    else if (!this.#isDone(attempt.on)) {
      const { message } = result.left;
      this.deps.alarms.raise(
        'tally_failed',
        this.signal,
        (name) => `the signal "${name}" does not follow its tally: ${message}`,
      );
    }
    this.update();
  }
}
