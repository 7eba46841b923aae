// Reports the version in force and the service's status to the console, and retries until they are acknowledged. Only the
// newest of each is sent, one report at a time, so that none overtakes another.
import type { IntakeResult } from '../../application/access/configuration-intake.js';
import type { ServiceStatusSource } from '../../application/alarms/service-status.js';
import type { Clock } from '../../application/ports/clock.js';
import type { Log } from '../../application/ports/log.js';
import { abortableDelay, jitteredBackoffMs } from './backoff.js';
import type { ConsoleClient } from './console-client.js';
import { requestWithTimeout } from './request-with-timeout.js';

/** The dependencies of the reporter. `random` returns numbers from 0 to below 1. */
export interface StatusReporterDeps {
  readonly client: Pick<ConsoleClient, 'reportApplied' | 'reportStatus'>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  /** The status of the service. Without it, none is reported. */
  readonly status?: ServiceStatusSource;
}

/** What is reported: the version in force, its digest, and why another one was refused. */
export interface AppliedReport extends IntakeResult {
  readonly digest?: string;
}

/** Reports in the background. */
export interface StatusReporter {
  readonly reportApplied: (result: AppliedReport) => void;
  /** Reports every change of the status from now on, and the present status with every version in force. */
  readonly start: () => void;
  /** Resolves once no report is being sent. */
  readonly idle: () => Promise<void>;
}

/** How long changes of the status are collected, in milliseconds: an alarm that flaps doesn't flood the console. */
const collectMs = 250;

/** The newest reports that the console hasn't acknowledged. */
interface Pending {
  applied: AppliedReport | undefined;
  isStatusDue: boolean;
}

type Send = (signal: AbortSignal) => Promise<void>;

/** Returns the request that sends the next report, and the function to call once it is acknowledged. */
const nextReport = ({ client, status }: StatusReporterDeps, pending: Pending): [Send, () => void] => {
  const { applied } = pending;
  // Read now: a change during the request is due again.
  const read = status?.read();
  pending.isStatusDue = false;
  if (applied === undefined) return [(signal) => sendStatus(client, read, signal), () => undefined];
  const send: Send = (signal) =>
    client.reportApplied(read === undefined ? applied : { ...applied, status: read }, signal);
  const onAcknowledged = (): void => {
    if (pending.applied === applied) pending.applied = undefined;
  };
  return [send, onAcknowledged];
};

const sendStatus = async (
  client: StatusReporterDeps['client'],
  read: ReturnType<ServiceStatusSource['read']> | undefined,
  signal: AbortSignal,
): Promise<void> => {
  if (read !== undefined) await client.reportStatus(read, signal);
};

/** Creates a reporter, which stops when `stopped` fires. */
export const statusReporter = (deps: StatusReporterDeps, stopped: AbortSignal): StatusReporter => {
  const { clock, random, status } = deps;
  const pending: Pending = { applied: undefined, isStatusDue: false };
  let sending: Promise<void> | undefined;
  let cancelCollecting: (() => void) | undefined;

  /** Returns the number of failures in a row. */
  const send = async (failures: number): Promise<number> => {
    const [request, onAcknowledged] = nextReport(deps, pending);
    if ((await requestWithTimeout(deps, request, stopped)) !== undefined) {
      onAcknowledged();
      return 0;
    }
    pending.isStatusDue = true;
    await abortableDelay(clock, jitteredBackoffMs(failures + 1, random()), stopped);
    return failures + 1;
  };

  const isPending = (): boolean => pending.applied !== undefined || pending.isStatusDue;

  const sendPending = async (): Promise<void> => {
    let failures = 0;
    while (isPending() && !stopped.aborted) failures = await send(failures);
    sending = undefined;
  };

  const collect = (): void => {
    cancelCollecting ??= clock.after(collectMs, () => {
      cancelCollecting = undefined;
      pending.isStatusDue = true;
      sending ??= sendPending();
    });
  };

  return {
    reportApplied: (result) => {
      pending.applied = result;
      sending ??= sendPending();
    },
    start: () => {
      const stopWatching = status?.watch(collect);
      stopped.addEventListener('abort', () => {
        stopWatching?.();
        cancelCollecting?.();
      });
    },
    idle: async () => sending,
  };
};
