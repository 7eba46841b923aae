// Tells the console of the service's callers: what is due, again and again until it is acknowledged.
import type { Clock, Log } from '../../application/ports.js';
import type { CallReports } from '../../application/reports/call-reports.js';
import { backoffMs } from './backoff.js';
import type { ConsoleClient } from './console-client.js';
import { planned } from './planned.js';
import { question } from './question.js';

/** What reporting takes. `random` gives numbers from 0 to below 1. */
export interface ReporterNeeds {
  readonly client: Pick<ConsoleClient, 'report'>;
  readonly reports: Pick<CallReports, 'onNews' | 'dueAt' | 'prepare' | 'acknowledged'>;
  /** The clock by which reports are due. */
  readonly clock: Clock;
  /** The clock of the network's time-outs. */
  readonly network: Clock;
  readonly random: () => number;
  readonly log: Log;
}

/** Reports in the background. */
export interface Reporter {
  readonly start: () => void;
  /** Reports once more whatever isn't acknowledged, and ends; resolves within about a second. */
  readonly stop: () => Promise<void>;
}

/** How long the last report may take, milliseconds. */
const lastReportMs = 1_000;

/** Makes a reporter, which does nothing yet. */
export const reporter = ({ client, reports, clock, network, random, log }: ReporterNeeds): Reporter => {
  const over = new AbortController();
  let isStarted = false;
  let failures = 0;
  let notBefore = -Infinity;

  const send = async (everything: boolean): Promise<boolean> => {
    const report = await reports.prepare(everything);
    if (report === undefined) return false;
    const asking = { clock: network, log };
    const told = await question(asking, (signal) => client.report(report, signal), over.signal);
    if (told !== undefined) reports.acknowledged(report);
    return told !== undefined;
  };

  const sending = planned(clock, async () => {
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
      reports.onNews(onNews);
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
