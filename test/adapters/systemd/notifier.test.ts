// What the process reports to systemd, and how often, by what systemd expects.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemdNotifier } from '../../../adapters/systemd/notifier.js';
import { silent } from '../../../features/support/silent-log.js';
import { memoryLog } from '../../application/console/readable-log.js';
import { eventually } from '../../support/eventually.js';
import { wholeLines } from '../../support/whole-lines.js';

/** Starts to report. Returns the notifier, and the number of reports so far. */
const start = (watchdogUs: string, more: NodeJS.ProcessEnv = {}) => {
  let count = 0;
  const environment = { NOTIFY_SOCKET: '/nowhere', WATCHDOG_USEC: watchdogUs, ...more };
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
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

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

  it.each([
    [String(process.pid), 3],
    [String(process.pid + 1), 0],
  ])('reports if its time is that of the process %s: %i times', async (watchdogPid, count) => {
    const { notifier, reports } = start('60000000', { WATCHDOG_PID: watchdogPid });
    await vi.advanceTimersByTimeAsync(60_000);
    notifier?.stopping();
    expect(reports()).toBe(count);
  });
});

describe('the program that reports to systemd', () => {
  let folder: string;
  const path = process.env['PATH'];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'studio-control-notify-'));
    process.env['PATH'] = folder;
  });
  afterEach(() => {
    process.env['PATH'] = path;
    rmSync(folder, { recursive: true });
  });

  /** Makes a program that writes its arguments to a file, and returns what was written. */
  const program = (): (() => readonly string[]) => {
    const file = join(folder, 'reports');
    writeFileSync(file, '');
    writeFileSync(join(folder, 'systemd-notify'), `#!/bin/sh\necho "$*" >> '${file}'\n`, { mode: 0o700 });
    return () => wholeLines(readFileSync(file, 'utf8'));
  };

  it('gets the start, that the process is alive only once it is known, and the stop', async () => {
    const reports = program();
    const alive = Promise.withResolvers<undefined>();
    let asked = 0;
    const notifier = systemdNotifier({ NOTIFY_SOCKET: '/nowhere', WATCHDOG_USEC: '3000' }, silent);
    notifier?.ready(() => {
      asked += 1;
      return asked === 1 ? alive.promise : new Promise(() => undefined);
    });
    await eventually('the start is reported, and it is asked again', () => reports().length > 0 && asked > 1);
    expect(reports()).toEqual(['READY=1']);
    alive.resolve(undefined);
    await eventually('that the process is alive is reported', () => reports().length > 1);
    notifier?.stopping();
    await eventually('the stop is reported', () => reports().length > 2);
    expect(reports()).toEqual(['READY=1', 'WATCHDOG=1', 'STOPPING=1']);
  });

  it('is logged once as missing', async () => {
    const log = memoryLog();
    const notifier = systemdNotifier({ NOTIFY_SOCKET: '/nowhere' }, log);
    notifier?.ready();
    await eventually('the failure is logged', () => log.lines.length > 0);
    program();
    rmSync(join(folder, 'systemd-notify'));
    notifier?.stopping();
    const reports = program();
    systemdNotifier({ NOTIFY_SOCKET: '/nowhere' }, log)?.stopping();
    await eventually('a later report is made', () => reports().length > 0);
    expect(log.lines).toEqual([
      expect.stringMatching(/^the state of the process could not be reported to systemd .*systemd-notify ENOENT/),
    ]);
  });

  it('is not started without systemd', () => {
    expect(systemdNotifier({ WATCHDOG_USEC: '3000' }, silent)).toBeUndefined();
  });
});
