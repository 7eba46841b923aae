// The sequence of a session: one input at a time, each with the lines of what follows from it.
import type { InputLine, SessionLine } from '../../../simulator/session/lines.js';
import type { SessionClock } from '../../../simulator/session/session-clock.js';

/** Takes the lines of a session, in the order of time. */
export type WriteLine = (line: SessionLine) => void;

/** Removes `atMs`, which a session adds. */
type Untimed<A> = A extends unknown ? Omit<A, 'atMs'> : never;

/** The inputs of a session, in the order in which they are handled. */
export class Session {
  #last: Promise<unknown> = Promise.resolve();
  #number = 0;
  #busy = 0;
  readonly #startMs: number;

  constructor(
    private readonly clock: SessionClock,
    private readonly settled: () => Promise<void>,
    private readonly write: WriteLine,
  ) {
    this.#startMs = clock.now();
  }

  /** Writes a line at the time of the clock. */
  line(untimed: Untimed<SessionLine>): void {
    this.write({ ...untimed, atMs: this.clock.now() - this.#startMs });
  }

  /**
   * Handles an input once all earlier ones are. `input` returns its line for its number, and `handle` does what it requests.
   * An input without a line is not handled.
   * Resolves with the result, once everything that follows at the same time has happened.
   */
  perform<A>(
    input: (number: number) => Untimed<InputLine> | undefined,
    handle: (number: number) => A | Promise<A>,
  ): Promise<A | undefined> {
    return this.#inTurn(async () => {
      await this.clock.catchUp();
      const line = input(this.#number + 1);
      if (line === undefined) return undefined;
      const number = (this.#number += 1);
      this.line(line);
      const result = await handle(number);
      await this.settled();
      return result;
    });
  }

  /** Runs the timers that are due in real time, unless inputs wait, which do the same. */
  async keepUp(): Promise<void> {
    if (this.#busy === 0 && this.clock.isBehind()) await this.#inTurn(() => this.clock.catchUp());
  }

  /** Resolves when no input waits or is handled. */
  idle(): Promise<unknown> {
    return this.#last;
  }

  async #inTurn<A>(task: () => Promise<A>): Promise<A> {
    this.#busy += 1;
    const done = this.#last.then(task);
    this.#last = done.catch(() => undefined);
    try {
      return await done;
    } finally {
      this.#busy -= 1;
    }
  }
}
