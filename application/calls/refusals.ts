// Refused callers that the console has not acknowledged yet, in memory: the newest 100 addresses whose calls were answered
// 401, and the newest 200 refused calls of devices with valid tokens, by address, device and reason.
import type { DeniedCall, RefusalBatch, RefusedCaller } from '../../domain/access/report.js';
import type { UnreportedRefusals } from '../ports/report-file.js';
import { countedCallers, type RefusedCall } from './counted-callers.js';
import { deniedCalls } from './denied-calls.js';
import { promptLimit } from './rate-limit.js';

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

const callerKey = ({ address }: Pick<RefusedCaller, 'address'>): string => address;
const deniedKey = ({ address, device }: Pick<DeniedCall, 'address' | 'device'>): string => `${address} ${device}`;

/** Returns the callers of a batch, for the limit. */
const keysOf = (callers: readonly RefusedCaller[], denied: readonly DeniedCall[] = []): readonly string[] => [
  ...new Set([...callers.map(callerKey), ...denied.map(deniedKey)]),
];

/** Returns refusals that start with those an earlier run stored. Calls `onFull` once a batch if it drops old addresses. */
export const refusals = (stored: UnreportedRefusals, onFull: () => void): Refusals => {
  const callers = countedCallers(stored.counted, onFull);
  const denied = deniedCalls(stored.denied);
  const limit = promptLimit();
  let { sending } = stored;
  const waiting = (): Omit<UnreportedRefusals, 'sending'> => {
    const calls = denied.all();
    return { counted: callers.all(), ...(calls.length > 0 && { denied: calls }) };
  };
  const isEmpty = (): boolean => callers.all().length === 0 && denied.all().length === 0;
  /** Returns when the first of the waiting callers may be reported; `Infinity` if none waits. */
  const waitingDueAt = (now: number): number =>
    keysOf(callers.all(), denied.all()).reduce((earliest, key) => Math.min(earliest, limit.dueAt(key, now)), Infinity);

  return {
    record: (refused, now) => {
      callers.count(refused);
      return limit.dueAt(callerKey(refused), now);
    },
    recordDenied: (call, now) => {
      denied.count(call);
      return limit.dueAt(deniedKey(call), now);
    },
    all: () => ({ ...waiting(), sending }),
    batch: (now, newId) => {
      if (sending === null && !isEmpty() && waitingDueAt(now) <= now) {
        const { counted, ...others } = waiting();
        sending = { id: newId(), callers: counted, ...others };
        callers.clear();
        denied.clear();
      }
      return sending;
    },
    dueAt: (now) => (sending === null ? waitingDueAt(now) : now),
    acknowledge: (id, now) => {
      if (sending?.id !== id) return;
      limit.markSent(keysOf(sending.callers, sending.denied), now);
      sending = null;
    },
  };
};
