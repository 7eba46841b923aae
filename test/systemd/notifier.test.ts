// How often the process reports that it is alive, by what systemd expects.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemdNotifier } from '../../adapters/systemd/notifier.js';
import { silent } from '../../features/support/silent-log.js';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** Counts the reports within a minute. */
const reportsIn = async (watchdogUs: string): Promise<number> => {
  let count = 0;
  const environment = { NOTIFY_SOCKET: '/nowhere', WATCHDOG_USEC: watchdogUs };
  const notifier = systemdNotifier(environment, silent);
  notifier?.ready(() => {
    count += 1;
    return new Promise(() => undefined);
  });
  await vi.advanceTimersByTimeAsync(60_000);
  notifier?.stopping();
  return count;
};

describe('a process with a watchdog', () => {
  it('reports three times within its time', async () => {
    expect(await reportsIn('60000000')).toBe(3);
  });

  it('does not report more often because its time is longer than a timer', async () => {
    expect(await reportsIn('9000000000000000')).toBe(0);
  });

  it.each(['0', '-1', '', 'soon', '1e3'])('does not report if its time is "%s"', async (watchdogUs) => {
    expect(await reportsIn(watchdogUs)).toBe(0);
  });
});
