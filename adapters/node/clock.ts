// The system clock.
import { injectable } from 'inversify';
import type { Clock } from '../../application/ports/clock.js';

/** Longest delay of `setTimeout`, in milliseconds. Node runs a task with a longer delay at once. */
const longestDelayMs = 2 ** 31 - 1;

/** Real time. A task with a delay of more than 24 days runs after 24 days. */
@injectable()
export class SystemClock implements Clock {
  readonly now = (): number => Date.now();

  readonly steady = (): number => performance.now();

  readonly after = (delayMs: number, task: () => void): (() => void) => {
    const timer = setTimeout(task, Math.min(delayMs, longestDelayMs));
    return () => {
      clearTimeout(timer);
    };
  };
}
