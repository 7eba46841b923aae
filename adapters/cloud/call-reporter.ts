// Tells the console of the service's callers: what is due, again and again until it is acknowledged.
import type { Clock } from '../../application/ports/clock.js';
import type { Log } from '../../application/ports/log.js';
import type { CallReports } from '../../application/calls/call-reports.js';
import { backoffMs } from './backoff.js';
import type { ConsoleClient } from './console-client.js';
import { scheduler } from './scheduler.js';
import { requestWithTimeout } from './request-with-timeout.js';

/** What reporting takes. `random` gives numbers from 0 to below 1. */
export interface CallReporterDeps {
  readonly client: Pick<ConsoleClient, 'report'>;
  readonly reports: Pick<CallReports, 'onDue' | 'dueAt' | 'prepare' | 'acknowledge'>;
  /** The clock by which reports are due. */
  readonly clock: Clock;
  /** The clock of the network's time-outs. */
  readonly network: Clock;
  readonly random: () => number;
  readonly log: Log;
}

/** Reports in the background. */
export interface CallReporter {
  readonly start: () => void;
  /** Reports once more whatever isn't acknowledged, and ends; resolves within about a second. */
  readonly stop: () => Promise<void>;
}

/** How long the last report may take, milliseconds. */
const lastReportMs = 1_000;

/** Makes a reporter, which does nothing yet. */
export const callReporter = ({ client, reports, clock, network, random, log }: CallReporterDeps): CallReporter => {
  const over = new AbortController();
  let isStarted = false;
  let failures = 0;
  let notBefore = -Infinity;

  const send = async (everything: boolean): Promise<boolean> => {
    const report = await reports.prepare(everything);
    if (report === undefined) return false;
    const asking = { clock: network, log };
    const told = await requestWithTimeout(asking, (signal) => client.report(report, signal), over.signal);
    if (told !== undefined) reports.acknowledge(report);
    return told !== undefined;
  };

  const sending = scheduler(clock, async () => {
    failures = (await send(false)) ? 0 : failures + 1;
    notBefore = failures === 0 ? -Infinity : clock.now() + backoffMs(failures, random());
    return Math.max(reports.dueAt(), notBefore);
  });

  const onNews = (dueAt: number): void => {
    sending.at(Math.max(dueAt, notBefore));
  };

  return {
    start: () => {
      isStarted = true;
      reports.onDue(onNews);
      onNews(reports.dueAt());
    },
    stop: async () => {
      if (!isStarted) return;
      const giveUp = network.after(lastReportMs, () => {
        over.abort();
      });
      await sending.stop();
      await send(true);
      giveUp();
    },
  };
};
