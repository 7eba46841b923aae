// Writes answered calls to the service's own log: reads at the level debug, so that a panel that polls doesn't push
// everything else out. Reads that fail, and calls of callers that were not let in, are coalesced (LOG-9).
import { coalescer, countFields, type Coalescer } from '../audit/coalescer.js';
import type { DecidingStep } from '../../domain/access/deciding-step.js';
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
  readonly log: Pick<Log, 'debug' | 'info'>;
  readonly clock: Clock;
  /** The message of a call. */
  readonly message: string;
}

/** Logs calls. */
export interface CallLog {
  /** Logs a call; `action` is present for control calls, and `step` once its caller was resolved. */
  readonly write: (call: AnsweredCall, action?: AnsweredAction, step?: DecidingStep['step']) => void;
  /** Logs what was counted so far. */
  readonly flush: () => void;
}

/** How long calls are counted before the count is logged, in milliseconds. */
const countingMs = 60_000;

/** The most callers and reasons that are distinguished within that time: at most 65 lines a minute of each kind. */
const maxCallers = 32;

/** Whether the caller was refused access. */
export const isRefused = ({ status }: Pick<AnsweredCall, 'status'>): boolean => status === 401 || status === 403;

/** Whether anybody can make such a call: nobody was identified, or the caller was refused access. */
const isOfStranger = (call: AnsweredCall): boolean => call.caller === null || isRefused(call);

/** A call with the step of the check that admitted or refused it. */
type LoggedCall = AnsweredCall & {
  readonly step?: DecidingStep['step'];
};

const keyOf = ({ address, caller, status, error }: AnsweredCall): string =>
  JSON.stringify([address, caller, status, error]);

/** The texts of coalesced calls. */
interface CoalescedMessages {
  readonly first: string;
  /** Of calls that no longer have a count of their own. */
  readonly others: string;
}

const coalescedCalls = ({ log, clock }: CallLogDeps, { first, others }: CoalescedMessages): Coalescer<LoggedCall> =>
  coalescer<LoggedCall>({
    clock,
    intervalMs: countingMs,
    maxKeys: maxCallers,
    onFirst: (call) => {
      log.info(first, call);
    },
    onRepeated: ({ address, caller, status, error, step }, counted) => {
      const call = { address, caller, status, error, ...(step && { step }) };
      log.info('more calls like this one', { ...call, ...countFields(counted) });
    },
    onOthers: (counted) => {
      log.info(others, countFields(counted));
    },
  });

const isFailure = ({ error }: AnsweredCall): boolean => error !== null;

/** Returns a call log. */
export const callLog = (deps: CallLogDeps): CallLog => {
  const { log, message } = deps;
  const strangers = coalescedCalls(deps, {
    first: message,
    others: 'calls of further callers that were not let in',
  });
  const failedReads = coalescedCalls(deps, { first: message, others: 'reads of further callers that failed' });
  return {
    write: (answered, action, step) => {
      const call: LoggedCall = step === undefined ? answered : { ...answered, step };
      if (isOfStranger(call)) strangers.record(keyOf(call), call);
      else if (action !== undefined) log.info(message, call);
      else if (isFailure(call)) failedReads.record(keyOf(call), call);
      else log.debug(message, call);
    },
    flush: () => {
      strangers.flush();
      failedReads.flush();
    },
  };
};
