// What the service reports of its callers to the console: last calls of devices, and refused callers.
import { unknownAddress, type Address } from '../../domain/access/address.js';
import type { Authorization } from '../../domain/access/authorization.js';
import type { Caller } from '../../domain/access/caller.js';
import { maxLastCalls, type CallAnswer, type CallReport, type DeviceCall } from '../../domain/access/report.js';
import { noFileAlarm, type FileAlarm } from '../state/write-behind.js';
import type { Clock } from '../ports/clock.js';
import type { Log } from '../ports/log.js';
import type { ReportFile, UnreportedCalls } from '../ports/report-file.js';
import type { Secrets } from '../ports/secrets.js';
import { reportWriter } from './report-writer.js';
import { lastCalls } from './last-calls.js';
import { denialReason } from './denied-calls.js';
import { refusals } from './refusals.js';
import type { RefusedCall } from './counted-callers.js';

/** Is called when something is to be reported, with the earliest time for it, in milliseconds since 1970 UTC. */
export type DueListener = (dueAt: number) => void;

type CallingDevice = Extract<Caller, { readonly kind: 'device' }>;

/** A call of a device that was recorded, with what was decided about it. */
export interface ReportedCall {
  readonly call: DeviceCall;
  readonly authorization: Authorization;
}

/** Collects calls and makes reports of them. */
export interface CallReports {
  /**
   * Records an authorized or refused call, in memory: a call counts even if it is never answered. Returns the call if its
   * answer is recorded too. Never throws.
   */
  readonly record: (authorization: Authorization, from: Address) => ReportedCall | undefined;
  /** Records how a call was answered that `record` returned. Never throws. */
  readonly recordAnswer: (answered: {
    readonly reported?: ReportedCall | undefined;
    readonly call: CallAnswer;
  }) => void;
  /** Sets the only listener. */
  readonly onDue: (listener: DueListener) => void;
  /** Returns when the next report is due, in milliseconds since 1970 UTC; `Infinity` if there is nothing to report. */
  readonly dueAt: () => number;
  /**
   * Returns the report that is due now, or one of everything; undefined if there is nothing to report. A report
   * contains only refused callers that are on disk: after a crash they are sent again with the same id, and count once.
   */
  readonly prepare: (everything?: boolean) => Promise<CallReport | undefined>;
  /** Removes what the console has received with the report that was prepared last. */
  readonly acknowledge: (report: CallReport) => void;
  /** Stops writing in the background. Resolves when everything is on disk, or the last write has failed. */
  readonly stop: () => Promise<void>;
}

export interface CallReportsDeps {
  readonly file: Pick<ReportFile, 'save'>;
  readonly clock: Clock;
  /** The clock of the machine, for the disk. */
  readonly machine: Clock;
  readonly secrets: Pick<Secrets, 'id'>;
  readonly log: Log;
  /** Default: none. */
  readonly alarm?: FileAlarm;
}

const calledWith = ({ device, oldToken }: CallingDevice): Pick<DeviceCall, 'device' | 'oldToken'> => ({
  device: device.id,
  ...(oldToken && { oldToken: device.tokenNumber - 1 }),
});

/** Returns the recorded calls and the writer that stores them. */
const recorded = (stored: UnreportedCalls, { file, machine, log, alarm = noFileAlarm }: CallReportsDeps) => {
  const devices = lastCalls(stored.lastCalls);
  const refused = refusals(stored, () => {
    log.warn('too many refused callers: those that called longest ago are not reported');
  });
  const unreported = (): UnreportedCalls => ({ lastCalls: devices.all(), ...refused.all() });
  return { devices, refused, writer: reportWriter({ file, unreported, clock: machine, log, alarm }) };
};

/** A report contains only addresses: the unspecified one stands for an unknown one. */
const reportedAddress = (from: Address): string => (from === unknownAddress ? '::' : from.text);

interface Recording extends Pick<ReturnType<typeof recorded>, 'devices' | 'refused'> {
  /** Records something at the present time. */
  readonly recordNow: (record: (now: number) => number) => void;
}

const refusedCall = ({
  caller,
  step,
  unknownToken: tokenHash,
}: Authorization): Pick<RefusedCall, 'device' | 'forwarded' | 'tokenHash'> => ({
  ...(caller?.kind === 'refused' && { device: caller.device.id }),
  ...('forwarded' in step && { forwarded: true }),
  ...(tokenHash && { tokenHash }),
});

/** Returns the functions that record calls and their answers. */
const callRecorder = (
  { devices, refused, recordNow }: Recording,
  clock: Pick<Clock, 'now'>,
): Pick<CallReports, 'record' | 'recordAnswer'> => ({
  record: (authorization, from) => {
    const { caller, refusalReason: reason } = authorization;
    const address = reportedAddress(from);
    if (caller?.kind === 'device') {
      const call: DeviceCall = { ...calledWith(caller), time: clock.now(), address };
      recordNow((now) => devices.record(call, now));
      return { call, authorization };
    }
    if (reason !== undefined)
      recordNow((now) => refused.record({ address, reason, lastTime: now, ...refusedCall(authorization) }, now));
    return undefined;
  },
  recordAnswer: ({ reported, call: { status, error } }) => {
    if (reported === undefined) return;
    const { call, authorization } = reported;
    const answer = { status, error };
    recordNow((now) => devices.answer(call, answer, now));
    const reason = denialReason(authorization, answer);
    const { device, address, time: lastTime } = call;
    if (reason !== undefined) recordNow((now) => refused.recordDenied({ device, address, reason, lastTime }, now));
  },
});

/** Returns call reports that start with what an earlier run stored. */
export const callReports = (stored: UnreportedCalls, deps: CallReportsDeps): CallReports => {
  const { clock, secrets } = deps;
  const { devices, refused, writer } = recorded(stored, deps);
  let listener: DueListener = () => undefined;
  let batchOnDisk = stored.sending?.id;
  let preparedAt = 0;

  const recordNow = (record: (now: number) => number): void => {
    const dueAt = record(clock.now());
    writer.writeSoon();
    listener(dueAt);
  };

  const batch = async (now: number): Promise<CallReport['refusals']> => {
    const closed = refused.batch(now, secrets.id);
    if (closed !== null && closed.id !== batchOnDisk && (await writer.writeNow())) batchOnDisk = closed.id;
    return closed?.id === batchOnDisk ? closed : null;
  };

  return {
    ...callRecorder({ devices, refused, recordNow }, clock),
    onDue: (newListener) => {
      listener = newListener;
    },
    dueAt: () => Math.min(devices.dueAt(clock.now()), refused.dueAt(clock.now())),
    prepare: async (everything = false) => {
      preparedAt = clock.now();
      const now = everything ? Infinity : preparedAt;
      const closed = await batch(now);
      const calls = devices.due(now).slice(0, maxLastCalls);
      return calls.length === 0 && closed === null ? undefined : { lastCalls: calls, refusals: closed };
    },
    acknowledge: ({ lastCalls: calls, refusals: closed }) => {
      devices.acknowledge(calls, preparedAt);
      if (closed !== null) refused.acknowledge(closed.id, preparedAt);
      writer.writeSoon();
    },
    stop: async () => {
      writer.stop();
      await writer.writeNow();
    },
  };
};
