// Repeated warnings about the console: when they are logged again, and how many are remembered.
import { expect, it } from 'vitest';
import { logThrottle } from '../../../adapters/cloud/log-throttle.js';
import { memoryLog } from '../../application/console/readable-log.js';

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

const throttledLog = () => {
  const log = memoryLog();
  const throttled = logThrottle({ now: () => 0, after: () => () => undefined }, log);
  const warn = (...messages: readonly string[]): number => {
    for (const message of messages) throttled.warn(message);
    return log.lines.length;
  };
  return { log, throttled, warn };
};

it('warnings with other texts or fields are others', () => {
  const { log, throttled, warn } = throttledLog();
  expect(warn('away', 'refused', 'away')).toBe(2);
  throttled.warn('away', { reason: 'no route' });
  throttled.warn('away', { reason: 'refused' });
  throttled.warn('away', { reason: 'no route' });
  expect(log.lines).toHaveLength(4);
});

it('a warning is logged again after an info, which is never dropped', () => {
  const { log, throttled, warn } = throttledLog();
  expect(warn('away', 'away')).toBe(1);
  throttled.info('connected');
  throttled.info('connected');
  expect(warn('away', 'away')).toBe(4);
  expect(log.lines[1]).toContain('connected');
});

it('a hundred warnings are remembered, and of more the oldest is forgotten', () => {
  const { warn } = throttledLog();
  const hundred = Array.from({ length: 100 }, (_, at) => `warning ${String(at)}`);
  expect(warn(...hundred, ...hundred)).toBe(100);
  expect(warn('another', ...hundred.slice(1))).toBe(101);
  expect(warn('warning 0')).toBe(102);
});
