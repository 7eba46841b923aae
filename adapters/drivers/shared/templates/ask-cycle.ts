// Asks for the state of one record again and again, one question at a time.
import { steadyMs, type Clock } from '../../../../application/ports/clock.js';
import type { Moment, TemplatedRecord } from './record.js';

/** How often a device is asked at least while the effect of a command is awaited, in milliseconds. */
const awaitingMs = 100;

export interface AskCycleDeps {
  readonly clock: Clock;
  readonly ask: () => Moment;
  /** Time limit of an answer, in milliseconds. */
  readonly answerMs: () => number;
  /** Called when no answer came in time to a question. The cycle goes on. */
  readonly missed: (asked: Moment) => void;
}

/** The questions about a record. */
export class AskCycle<Out, In> {
  #asked: Moment | undefined;
  #cancel: () => void = () => undefined;
  /** When to ask again after the present answer, because a command has to be seen; undefined if not before time. */
  #soonAtMs: number | undefined;

  constructor(
    private readonly record: TemplatedRecord<Out, In>,
    private readonly deps: AskCycleDeps,
  ) {}

  /** Asks now. */
  start(): void {
    this.stop();
    const asked = this.deps.ask();
    this.#asked = asked;
    this.#cancel = this.deps.clock.after(this.deps.answerMs(), () => {
      this.start();
      this.deps.missed(asked);
    });
  }

  /** Asks `delayMs` from now, or at once after the answer that is awaited. */
  soon(delayMs: number): void {
    this.#soonAtMs = steadyMs(this.deps.clock) + delayMs;
    if (this.#asked === undefined) this.#startAfter(delayMs);
  }

  /** Takes an answer. Returns when it was asked; undefined if it wasn't. */
  answered(): Moment | undefined {
    const asked = this.#asked;
    if (asked === undefined) return undefined;
    this.#asked = undefined;
    this.#next();
    return asked;
  }

  /** Asks nothing any more, until started again. */
  stop(): void {
    this.#cancel();
    this.#asked = undefined;
    this.#soonAtMs = undefined;
  }

  #next(): void {
    const { plan, isAwaiting } = this.record;
    const usualMs = isAwaiting ? Math.min(plan.everyMs, awaitingMs) : plan.everyMs;
    const soonMs = this.#soonAtMs === undefined ? usualMs : Math.max(0, this.#soonAtMs - steadyMs(this.deps.clock));
    this.#startAfter(Math.min(usualMs, soonMs));
  }

  #startAfter(delayMs: number): void {
    this.#cancel();
    this.#cancel = this.deps.clock.after(delayMs, () => {
      this.#soonAtMs = undefined;
      this.start();
    });
  }
}
