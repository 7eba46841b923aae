// Waits for OBS to report that an input has started. Media actions take effect with the next picture, after their answer.
import type { Clock } from '../../../application/ports/clock.js';

/** The longest wait, in milliseconds: OBS reports no start if the input plays the file already. */
const longestMs = 400;

/** The inputs whose start is awaited. */
export class StartSignals {
  readonly #waiting = new Map<string, () => void>();

  constructor(private readonly clock: Clock) {}

  /** Resolves when the input has started, when the wait takes too long, or when all waits end. */
  wait(input: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const end = (): void => {
      cancelTimer();
      this.#waiting.delete(input);
      resolve(undefined);
    };
    const cancelTimer = this.clock.after(longestMs, end);
    this.#waiting.set(input, end);
    return promise;
  }

  /** OBS has reported that an input started. */
  note(input: string): void {
    this.#waiting.get(input)?.();
  }

  /** Ends all waits. */
  release(): void {
    for (const end of [...this.#waiting.values()]) end();
  }
}
