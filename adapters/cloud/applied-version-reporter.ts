// Reports the version in force to the console, and retries until it is acknowledged. Only the newest report is sent.
import type { IntakeResult } from '../../application/access/configuration-intake.js';
import type { Clock } from '../../application/ports/clock.js';
import type { Log } from '../../application/ports/log.js';
import { abortableDelay, jitteredBackoffMs } from './backoff.js';
import type { ConsoleClient } from './console-client.js';
import { requestWithTimeout } from './request-with-timeout.js';

/** The dependencies of the reporter. `random` returns numbers from 0 to below 1. */
export interface AppliedVersionReporterDeps {
  readonly client: Pick<ConsoleClient, 'reportApplied'>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
}

/** What is reported: the version in force, its digest, and why another one was refused. */
export interface AppliedReport extends IntakeResult {
  readonly digest?: string;
}

/** Reports in the background. */
export interface AppliedVersionReporter {
  readonly report: (result: AppliedReport) => void;
  /** Resolves once no report is being sent. */
  readonly idle: () => Promise<void>;
}

/** Creates a reporter, which stops when `stopped` fires. */
export const appliedVersionReporter = (
  deps: AppliedVersionReporterDeps,
  stopped: AbortSignal,
): AppliedVersionReporter => {
  const { client, clock, random } = deps;
  let pending: AppliedReport | undefined;
  let sending: Promise<void> | undefined;

  /** Returns the number of failures in a row. */
  const send = async (result: AppliedReport, failures: number): Promise<number> => {
    const sent = await requestWithTimeout(deps, (signal) => client.reportApplied(result, signal), stopped);
    if (sent !== undefined && pending === result) pending = undefined;
    if (sent !== undefined) return 0;
    await abortableDelay(clock, jitteredBackoffMs(failures + 1, random()), stopped);
    return failures + 1;
  };

  const sendPending = async (): Promise<void> => {
    let failures = 0;
    while (pending !== undefined && !stopped.aborted) failures = await send(pending, failures);
    sending = undefined;
  };

  return {
    report: (result) => {
      pending = result;
      sending ??= sendPending();
    },
    idle: async () => sending,
  };
};
