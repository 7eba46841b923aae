// The reporter of the status: changes while a report is on its way, and repetitions.
import { describe, expect, it } from 'vitest';
import { statusReporter } from '../../../adapters/cloud/status-reporter.js';
import { changeNotifier } from '../../../application/ports/watch.js';
import type { ServiceStatus } from '../../../domain/console/service-status.js';
import { silent } from '../../../features/support/silent-log.js';
import { manualClock } from '../../../simulator/clock.js';

const statusWith = (furtherAlarms: number): ServiceStatus => ({
  health: 'degraded',
  alarms: [],
  furtherAlarms,
  studioFileIssues: [],
});

it('@STATUS-1: a change during a report is reported after it', async () => {
  const clock = manualClock();
  const stopping = new AbortController();
  const { watch, notify } = changeNotifier<undefined>();
  let status = statusWith(1);
  const reported: ServiceStatus[] = [];
  const acknowledges: (() => void)[] = [];
  const reportStatus = (report: ServiceStatus): Promise<void> => {
    reported.push(report);
    return new Promise((resolve) => acknowledges.push(resolve));
  };
  const reporter = statusReporter(
    {
      client: { reportApplied: () => Promise.resolve(), reportStatus },
      clock,
      random: () => 0,
      log: silent,
      status: { read: () => status, watch: (onChange) => watch(onChange) },
    },
    stopping.signal,
  );
  const change = async (): Promise<void> => {
    status = statusWith(status.furtherAlarms + 1);
    notify(undefined);
    await clock.advance(250);
  };
  reporter.start();
  await change();
  await change();
  expect(reported).toEqual([statusWith(2)]);
  acknowledges[0]?.();
  await clock.advance(0);
  expect(reported).toEqual([statusWith(2), statusWith(3)]);
  acknowledges[1]?.();
  await reporter.idle();
  expect(reported).toHaveLength(2);
  stopping.abort();
});

const unreachable = (): Promise<never> => Promise.reject(new Error('no route'));

describe('the reporter of the status', () => {
  const bench = () => {
    const clock = manualClock();
    const stopping = new AbortController();
    const { watch, notify } = changeNotifier<undefined>();
    const state = { status: { health: 'ok', alarms: [], furtherAlarms: 0, studioFileIssues: [] } as ServiceStatus };
    const sent: number[] = [];
    let isReachable = false;
    const report = (): Promise<void> => {
      sent.push(clock.now());
      return isReachable ? Promise.resolve() : unreachable();
    };
    const reporter = statusReporter(
      {
        client: { reportApplied: report, reportStatus: report },
        clock,
        random: () => 0,
        log: silent,
        status: { read: () => state.status, watch: (onChange) => watch(onChange) },
      },
      stopping.signal,
    );
    reporter.start();
    const change = (): void => {
      notify(undefined);
    };
    return { clock, stopping, change, taken: () => sent.splice(0), reach: () => (isReachable = true) };
  };

  it('@STATUS-2: repeats a status without a further change, with growing delays, until the console has it', async () => {
    const { clock, change, taken, reach } = bench();
    change();
    await clock.advance(250);
    const startMs = clock.now();
    await clock.advance(1_749);
    expect(taken().map((time) => time - startMs)).toEqual([0, 250, 750]);
    reach();
    await clock.advance(60_000);
    expect(taken()).toHaveLength(1);
  });

  it('@STATUS-2: sends a version that comes into force while an older one is on its way', async () => {
    const versions: unknown[] = [];
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const reportApplied = async (applied: object): Promise<void> => {
      versions.push(applied);
      await promise;
    };
    const clock = manualClock();
    const client = { reportApplied, reportStatus: unreachable };
    const reporter = statusReporter({ client, clock, random: () => 0, log: silent }, new AbortController().signal);
    reporter.reportApplied({ version: 1 });
    reporter.reportApplied({ version: 2 });
    resolve(undefined);
    await reporter.idle();
    expect(versions).toEqual([{ version: 1 }, { version: 2 }]);
    expect(clock.waiting()).toBe(0);
  });

  it.each([0, 1])('does nothing any more after the stop, with %i changes before it', async (before) => {
    const { clock, change, stopping, taken } = bench();
    for (let changes = 0; changes < before; changes += 1) change();
    stopping.abort();
    change();
    expect(clock.waiting()).toBe(0);
    await clock.advance(60_000);
    expect([taken(), clock.waiting()]).toEqual([[], 0]);
  });
});
