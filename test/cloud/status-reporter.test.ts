// Changes of the status while a report is on its way.
import { expect, it } from 'vitest';
import { statusReporter } from '../../adapters/cloud/status-reporter.js';
import { changeNotifier } from '../../application/events/change-notifier.js';
import type { ServiceStatus } from '../../domain/console/service-status.js';
import { silent } from '../../features/support/silent-log.js';
import { manualClock } from '../../simulator/clock.js';

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
