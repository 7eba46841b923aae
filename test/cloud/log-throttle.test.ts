// Repeated warnings about the console after the clock was set.
import { expect, it } from 'vitest';
import { logThrottle } from '../../adapters/cloud/log-throttle.js';
import { memoryLog } from '../console/readable-log.js';

it('a warning is logged again after ten minutes, and at once after the clock was set back', () => {
  const log = memoryLog();
  let now = 3_600_000;
  const throttled = logThrottle({ now: () => now, after: () => () => undefined }, log);
  /** Returns how often the warning was logged so far. */
  const warnAt = (time: number): number => {
    now = time;
    throttled.warn('away', { reason: 'no route' });
    return log.lines.length;
  };
  expect([warnAt(3_600_000), warnAt(4_199_999), warnAt(4_200_000)]).toEqual([1, 1, 2]);
  expect([warnAt(60_000), warnAt(60_001)]).toEqual([3, 3]);
});
