// The clock of the machine: its steady time, and its tasks.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SystemClock } from '../../../adapters/node/clock.js';

it('the steady time of the system clock stays when the clock is set', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  try {
    const clock = new SystemClock();
    const [now, steady] = [clock.now(), clock.steady()];
    vi.setSystemTime(3_600_000);
    expect(clock.now() - now).toBe(3_600_000);
    expect(clock.steady() - steady).toBeLessThan(3_600_000);
    expect(clock.steady()).toBeGreaterThanOrEqual(steady);
  } finally {
    vi.useRealTimers();
  }
});

describe('a task of the system clock', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const started = (delayMs: number): { runs: () => number; cancel: () => void } => {
    let count = 0;
    const cancel = new SystemClock().after(delayMs, () => (count += 1));
    return { runs: () => count, cancel };
  };

  it('runs once, after its delay in milliseconds', () => {
    const { runs } = started(1_000);
    vi.advanceTimersByTime(999);
    expect(runs()).toBe(0);
    vi.advanceTimersByTime(60_000);
    expect(runs()).toBe(1);
  });

  it('does not run once it is cancelled', () => {
    const { runs, cancel } = started(1_000);
    cancel();
    vi.advanceTimersByTime(60_000);
    expect(runs()).toBe(0);
  });

  it.each([2 ** 31, 2 ** 40, Infinity])('with a delay of %d ms does not run at once', (delayMs) => {
    const { runs, cancel } = started(delayMs);
    vi.advanceTimersByTime(2 ** 31 - 2);
    expect(runs()).toBe(0);
    cancel();
  });
});
