// Sends due call reports to the console, and retries until they are acknowledged.
import type { Clock } from '../../application/ports/clock.js';
import type { Log } from '../../application/ports/log.js';
import type { CallReports } from '../../application/calls/call-reports.js';
import { jitteredBackoffMs } from './backoff.js';
import type { ConsoleClient } from './console-client.js';
import { scheduler } from './scheduler.js';
import { requestWithTimeout } from './request-with-timeout.js';

/** The dependencies of the reporter. `random` returns numbers from 0 to below 1. */
export interface CallReporterDeps {
  readonly client: Pick<ConsoleClient, 'reportCalls'>;
  readonly reports: Pick<CallReports, 'onDue' | 'dueAt' | 'prepare' | 'acknowledge'>;
  /** The clock by which reports are due. */
  readonly clock: Clock;
  /** The clock of network timeouts. */
  readonly network: Clock;
  readonly random: () => number;
  readonly log: Log;
}

/** Reports in the background. */
export interface CallReporter {
  readonly start: () => void;
  /** Sends everything unacknowledged once more, and stops; resolves within about a second. */
  readonly stop: () => Promise<void>;
}

/** The timeout of the last report, milliseconds. */
const lastReportMs = 1_000;

/** Creates a reporter, which isn't started yet. */
export const callReporter = ({ client, reports, clock, network, random, log }: CallReporterDeps): CallReporter => {
  const aborted = new AbortController();
  let isStarted = false;
  let failures = 0;
  let notBefore = -Infinity;

  /** Whether a report was sent and acknowledged. */
  const send = async (everything: boolean): Promise<boolean> => {
    const report = await reports.prepare(everything);
    if (report === undefined) return false;
    const deps = { clock: network, log };
    const sent = await requestWithTimeout(deps, (signal) => client.reportCalls(report, signal), aborted.signal);
    if (sent !== undefined) reports.acknowledge(report);
    return sent !== undefined;
  };

  const sendDue = async (): Promise<void> => {
    failures = (await send(false)) ? 0 : failures + 1;
    notBefore = failures === 0 ? -Infinity : clock.now() + jitteredBackoffMs(failures, random());
  };

  const sending = scheduler(clock, sendDue, () => Math.max(reports.dueAt(), notBefore));

  const schedule = (dueAt: number): void => {
    sending.runAt(Math.max(dueAt, notBefore));
  };

  return {
    start: () => {
      isStarted = true;
      reports.onDue(schedule);
      schedule(reports.dueAt());
    },
    stop: async () => {
      if (!isStarted) return;
      const cancelAbort = network.after(lastReportMs, () => {
        aborted.abort();
      });
      await sending.stop();
      await send(true);
      cancelAbort();
    },
  };
};
