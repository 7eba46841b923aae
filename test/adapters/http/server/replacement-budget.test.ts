// How often connections are closed for new ones of the same address.
import { describe, expect, it } from 'vitest';
import { replacementBudget } from '../../../../adapters/http/server/replacement-budget.js';

/** Takes replacements every so many milliseconds. Returns how many were permitted. */
const permitted = (take: () => boolean, attempts: number, wait: () => void): number => {
  let count = 0;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (take()) count += 1;
    wait();
  }
  return count;
};

describe('the budget of replacements', () => {
  it.each([0, 3_600_000])('permits as many at once as in a second, after %i ms without any', (idleMs) => {
    let nowMs = 0;
    const take = replacementBudget(8, () => nowMs);
    nowMs += idleMs;
    expect(permitted(take, 100, () => undefined)).toBe(8);
  });

  it('permits as many in each second after that, however often it refuses', () => {
    let nowMs = 0;
    const take = replacementBudget(8, () => nowMs);
    permitted(take, 8, () => undefined);
    for (const attempts of [8, 64, 1_024]) {
      const stepMs = 4_000 / attempts;
      expect(permitted(take, attempts, () => (nowMs += stepMs))).toBeGreaterThanOrEqual(attempts === 8 ? 7 : 31);
    }
    expect(permitted(take, 1_024, () => (nowMs += 1_000 / 1_024))).toBeLessThanOrEqual(9);
  });
});
