// Retry delays, which grow with each failure, and differ so that those who retry don't do it together.

/** The delay after the first failure, and the longest one, in milliseconds. */
export interface BackoffBounds {
  readonly firstMs: number;
  readonly maxMs: number;
}

/** From 2^16 times the first delay on, delays grow no more. */
const maxDoublings = 16;

/** Returns the delay after the nth failure in a row (from 1), in milliseconds; `random` is from 0 to below 1. */
export const jitteredDelayMs = ({ firstMs, maxMs }: BackoffBounds, failures: number, random: number): number => {
  const delayMs = Math.min(firstMs * 2 ** Math.min(failures - 1, maxDoublings), maxMs);
  return Math.round(delayMs / 2 + (delayMs / 2) * random);
};
