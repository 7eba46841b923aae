// Refused callers that the console has not acknowledged yet, in memory: the newest 100 addresses whose calls were answered
// 401, and the newest 200 refused calls of devices with valid tokens, by address, device and reason.
import type { DeniedCall, RefusalBatch } from '../../domain/access/report.js';
import type { UnreportedRefusals } from '../ports/report-file.js';
import { countedCallers, type RefusedCall } from './counted-callers.js';
import { deniedCalls } from './denied-calls.js';
import { rateLimit } from './rate-limit.js';

/** Refused callers that are still to be reported. All times are in milliseconds since 1970 UTC. */
export interface Refusals {
  /** Counts a refused call. Returns when it may be reported. */
  readonly record: (refused: RefusedCall, now: number) => number;
  /** Counts a refused call of a device with a valid token. Returns when it may be reported. */
  readonly recordDenied: (denied: Omit<DeniedCall, 'count'>, now: number) => number;
  readonly all: () => UnreportedRefusals;
  /** Returns the batch to send: the one that is not acknowledged yet, else a new one if it is due at `now`. */
  readonly batch: (now: number, newId: () => string) => RefusalBatch | null;
  /** Returns when the next batch may be reported; `Infinity` if there is none. */
  readonly dueAt: (now: number) => number;
  /** Removes a batch that the console has received. */
  readonly acknowledge: (id: string, now: number) => void;
}

const rateLimitKey = 'callers';

/** Returns refusals that start with those an earlier run stored. Calls `onFull` once a batch if it drops old addresses. */
export const refusals = (stored: UnreportedRefusals, onFull: () => void): Refusals => {
  const callers = countedCallers(stored.counted, onFull);
  const denied = deniedCalls(stored.denied);
  const limit = rateLimit();
  let { sending } = stored;
  const waiting = (): Omit<UnreportedRefusals, 'sending'> => {
    const calls = denied.all();
    return { counted: callers.all(), ...(calls.length > 0 && { denied: calls }) };
  };
  const isEmpty = (): boolean => callers.all().length === 0 && denied.all().length === 0;

  return {
    record: (refused, now) => {
      callers.count(refused);
      return limit.dueAt(rateLimitKey, now);
    },
    recordDenied: (call, now) => {
      denied.count(call);
      return limit.dueAt(rateLimitKey, now);
    },
    all: () => ({ ...waiting(), sending }),
    batch: (now, newId) => {
      if (sending === null && !isEmpty() && limit.dueAt(rateLimitKey, now) <= now) {
        const { counted, ...others } = waiting();
        sending = { id: newId(), callers: counted, ...others };
        callers.clear();
        denied.clear();
      }
      return sending;
    },
    dueAt: (now) => {
      if (sending !== null) return now;
      return isEmpty() ? Infinity : limit.dueAt(rateLimitKey, now);
    },
    acknowledge: (id, now) => {
      if (sending?.id !== id) return;
      sending = null;
      limit.markSent(rateLimitKey, now);
    },
  };
};
