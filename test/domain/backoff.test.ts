// Retry delays.
import { describe, expect, it } from 'vitest';
import { jitteredDelayMs } from '../../domain/backoff.js';

describe('a retry delay', () => {
  it.each([
    [1, 0, 500],
    [1, 1, 1_000],
    [3, 0, 2_000],
    [9, 1, 60_000],
    [10_000, 1, 60_000],
  ])('after %i failures with the random %f is %i ms', (failures, random, expected) => {
    expect(jitteredDelayMs({ firstMs: 1_000, maxMs: 60_000 }, failures, random)).toBe(expected);
  });
});
