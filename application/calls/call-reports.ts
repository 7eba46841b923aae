// What the service knows of its callers and tells the console: last calls of devices, and refused callers.
import type { Address } from '../../domain/access/address.js';
import type { Authorization } from '../../domain/access/authorization.js';
import { mostLastCalls, type CallReport } from '../../domain/access/report.js';
import type { Clock } from '../ports/clock.js';
import type { Log } from '../ports/log.js';
import type { Secrets } from '../ports/secrets.js';
import { reportWriter, type ReportFile, type Unreported } from './report-writer.js';
import { lastCalls } from './last-calls.js';
import { refusals } from './refusals.js';

/** Hears that something may be told to the console, and from when on, milliseconds since 1970 UTC. */
export type DueListener = (dueAt: number) => void;

/** Reports in the making. */
export interface CallReports {
  /** Notes a call that was judged, in memory. Never throws. */
  readonly note: (judgement: Authorization, from: Address) => void;
  /** Whoever reports; there is one. */
  readonly onDue: (listener: DueListener) => void;
  /** When there will be something to report: `Infinity` for nothing. */
  readonly dueAt: () => number;
  /**
   * What is to be reported now, or, at the end, everything; `undefined` for nothing. Refused callers are part of it only once they are on disk:
   * under the same id they can be sent again after a crash, and count once.
   */
  readonly prepare: (everything?: boolean) => Promise<CallReport | undefined>;
  /** The console has the report that was prepared last. */
  readonly acknowledged: (report: CallReport) => void;
  /** Ends the writing behind; resolves once all is on disk, or the disk has taken nothing. */
  readonly stop: () => Promise<void>;
}

/** What reports take. */
export interface CallReportsDeps {
  readonly kept: Pick<ReportFile, 'keep'>;
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, 'id'>;
  readonly log: Log;
}

/** What is known, and its copy on disk. */
const known = (left: Unreported, { kept, clock, log }: CallReportsDeps) => {
  const devices = lastCalls(left.lastCalls);
  const refused = refusals(left, () => {
    log.warn('too many refused callers: those that called longest ago are not reported');
  });
  const unreported = (): Unreported => ({ lastCalls: devices.all(), ...refused.all() });
  return { devices, refused, keeping: reportWriter({ kept, unreported, clock, log }) };
};

/** Begins with what an earlier run left unacknowledged. */
export const callReports = (left: Unreported, needs: CallReportsDeps): CallReports => {
  const { clock, secrets } = needs;
  const { devices, refused, keeping } = known(left, needs);
  let tell: DueListener = () => undefined;
  let batchOnDisk = left.sending?.id;
  let preparedAt = 0;

  const noting = (note: (now: number) => number): void => {
    const dueAt = note(clock.now());
    keeping.soon();
    tell(dueAt);
  };

  const batch = async (now: number): Promise<CallReport['refusals']> => {
    const closed = refused.batch(now, secrets.id);
    if (closed !== null && closed.id !== batchOnDisk && (await keeping.now())) batchOnDisk = closed.id;
    return closed?.id === batchOnDisk ? closed : null;
  };

  return {
    note: ({ caller, refusalReason: reason }, { text: address }) => {
      if (caller?.kind === 'device')
        noting((now) => devices.note({ device: caller.device.id, time: now, address }, now));
      else if (reason !== undefined) noting((now) => refused.note({ address, reason, lastTime: now }, now));
    },
    onDue: (listener) => {
      tell = listener;
    },
    dueAt: () => Math.min(devices.dueAt(clock.now()), refused.dueAt(clock.now())),
    prepare: async (everything = false) => {
      preparedAt = clock.now();
      const now = everything ? Infinity : preparedAt;
      const closed = await batch(now);
      const calls = devices.due(now).slice(0, mostLastCalls);
      return calls.length === 0 && closed === null ? undefined : { lastCalls: calls, refusals: closed };
    },
    acknowledged: ({ lastCalls: calls, refusals: closed }) => {
      devices.acknowledge(calls, preparedAt);
      if (closed !== null) refused.acknowledge(closed.id, preparedAt);
      keeping.soon();
    },
    stop: async () => {
      keeping.stop();
      await keeping.now();
    },
  };
};
