// Writes answered calls to the service's own log. Calls of callers that were not let in are coalesced.
import { coalescer, countFields } from '../audit/coalescer.js';
import type { Clock } from '../ports/clock.js';
import type { Log } from '../ports/log.js';
import type { RequestLogEntry } from './request-log.js';

/** An answered call, as it is logged. */
export type AnsweredCall = Omit<RequestLogEntry, 'time'>;

/** The control call of an answer. */
export interface AnsweredAction {
  /** The name of the operation. */
  readonly operation: string;
  readonly actionId: string;
}

/** What the call log uses. */
export interface CallLogDeps {
  readonly log: Pick<Log, 'info'>;
  readonly clock: Clock;
  /** The message of a call. */
  readonly message: string;
}

/** Logs calls. */
export interface CallLog {
  readonly write: (call: AnsweredCall) => void;
  /** Logs what was counted so far. */
  readonly flush: () => void;
}

/** How long refused calls are counted before the count is logged, in milliseconds. */
const countingMs = 60_000;

/** The most callers and reasons that are distinguished within that time: at most 65 lines a minute. */
const maxCallers = 32;

/** Whether the caller was refused access. */
export const isRefused = ({ status }: Pick<AnsweredCall, 'status'>): boolean => status === 401 || status === 403;

/** Whether anybody can make such a call: nobody was identified, or the caller was refused access. */
const isOfStranger = (call: AnsweredCall): boolean => call.caller === null || isRefused(call);

const keyOf = ({ address, caller, status, error }: AnsweredCall): string =>
  JSON.stringify([address, caller, status, error]);

/** Returns a call log. */
export const callLog = ({ log, clock, message }: CallLogDeps): CallLog => {
  const strangers = coalescer<AnsweredCall>({
    clock,
    intervalMs: countingMs,
    maxKeys: maxCallers,
    onFirst: (call) => {
      log.info(message, { ...call });
    },
    onRepeated: ({ address, caller, status, error }, counted) => {
      log.info('more calls like this one', { address, caller, status, error, ...countFields(counted) });
    },
    onOthers: (counted) => {
      log.info('calls of further callers that were not let in', countFields(counted));
    },
  });
  return {
    write: (call) => {
      if (isOfStranger(call)) strangers.record(keyOf(call), call);
      else log.info(message, { ...call });
    },
    flush: strangers.flush,
  };
};
