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

/** Starts to report. Returns the notifier, and the number of reports so far. */
const start = (watchdogUs: string) => {
  let count = 0;
  const environment = { NOTIFY_SOCKET: '/nowhere', WATCHDOG_USEC: watchdogUs };
  const notifier = systemdNotifier(environment, silent);
  notifier?.ready(() => {
    count += 1;
    return new Promise(() => undefined);
  });
  return { notifier, reports: () => count };
};

/** Counts the reports within a minute. */
const reportsIn = async (watchdogUs: string): Promise<number> => {
  const { notifier, reports } = start(watchdogUs);
  await vi.advanceTimersByTimeAsync(60_000);
  notifier?.stopping();
  return reports();
};

describe('a process with a watchdog', () => {
  it('reports three times within its time', async () => {
    expect(await reportsIn('60000000')).toBe(3);
  });

  it('reports no longer once it stops, so that systemd ends a process that hangs then', async () => {
    const { notifier, reports } = start('60000000');
    await vi.advanceTimersByTimeAsync(20_000);
    notifier?.stopping();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(reports()).toBe(1);
  });

  it('does not report more often because its time is longer than a timer', async () => {
    expect(await reportsIn('9000000000000000')).toBe(0);
  });

  it.each(['0', '-1', '', 'soon', '1e3'])('does not report if its time is "%s"', async (watchdogUs) => {
    expect(await reportsIn(watchdogUs)).toBe(0);
  });
});
