// The machine's own clock.
import { injectable } from 'inversify';
import type { Clock } from '../../application/ports/clock.js';

/** Node runs a longer `setTimeout` at once instead of late. */
const longestDelayMs = 2 ** 31 - 1;

/** Real time. A task more than 24 days away runs at 24 days. */
@injectable()
export class SystemClock implements Clock {
  readonly now = (): number => Date.now();

  readonly after = (delayMs: number, task: () => void): (() => void) => {
    const timer = setTimeout(task, Math.min(delayMs, longestDelayMs));
    return () => {
      clearTimeout(timer);
    };
  };
}
