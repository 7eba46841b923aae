// Writes answered calls to the service's own log: reads at the level debug, so that a panel that polls doesn't push
// everything else out. Reads that fail, and calls of callers that were not let in, are coalesced (LOG-9).
import { coalescer, countFields, type Coalescer } from '../audit/coalescer.js';
import type { Clock } from '../ports/clock.js';
import type { Log } from '../ports/log.js';
import { isRefused, type CallRecord, type CallSink } from './call-record.js';

export interface CallLogDeps {
  readonly log: Pick<Log, 'debug' | 'info'>;
  readonly clock: Clock;
  /** The message of a call. */
  readonly message: string;
}

/** Logs calls. */
export interface CallLog {
  readonly write: CallSink;
  /** Logs what was counted so far. */
  readonly flush: () => void;
}

/** How long calls are counted before the count is logged, in milliseconds. */
const countingMs = 60_000;

/** The most callers and reasons that are distinguished within that time: at most 65 lines a minute of each kind. */
const maxCallers = 32;

/** Whether anybody can make such a call: nobody was identified, or the caller was refused access. */
const isOfStranger = (record: CallRecord): boolean => record.call.caller === null || isRefused(record);

const keyOf = ({ call: { address, caller, status, error } }: CallRecord): string =>
  JSON.stringify([address, caller, status, error]);

/** Returns a call as it is logged: once its caller was resolved, with the step of the check that admitted or refused it. */
const fieldsOf = ({ call, decidedBy }: CallRecord) =>
  decidedBy === undefined ? { ...call } : { ...call, step: decidedBy.step };

/** The texts of coalesced calls. */
interface CoalescedMessages {
  readonly first: string;
  /** Of calls that no longer have a count of their own. */
  readonly others: string;
}

const coalescedCalls = ({ log, clock }: CallLogDeps, { first, others }: CoalescedMessages): Coalescer<CallRecord> =>
  coalescer<CallRecord>({
    clock,
    intervalMs: countingMs,
    maxKeys: maxCallers,
    onFirst: (record) => {
      log.info(first, fieldsOf(record));
    },
    onRepeated: ({ call: { address, caller, status, error }, decidedBy }, counted) => {
      const call = { address, caller, status, error, ...(decidedBy && { step: decidedBy.step }) };
      log.info('more calls like this one', { ...call, ...countFields(counted) });
    },
    onOthers: (counted) => {
      log.info(others, countFields(counted));
    },
  });

/** Returns a call log. */
export const callLog = (deps: CallLogDeps): CallLog => {
  const { log, message } = deps;
  const strangers = coalescedCalls(deps, {
    first: message,
    others: 'calls of further callers that were not let in',
  });
  const failedReads = coalescedCalls(deps, { first: message, others: 'reads of further callers that failed' });
  return {
    write: (record) => {
      const { call, action } = record;
      if (isOfStranger(record)) strangers.record(keyOf(record), record);
      else if (action !== undefined) log.info(message, fieldsOf(record));
      else if (call.error !== null) failedReads.record(keyOf(record), record);
      else log.debug(message, fieldsOf(record));
    },
    flush: () => {
      strangers.flush();
      failedReads.flush();
    },
  };
};
