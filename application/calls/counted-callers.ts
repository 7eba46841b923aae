// Callers that were refused with 401: counted by address, in memory, for the newest 100 addresses.
import { isWaiting } from '../../domain/access/kept-callers.js';
import { addReasons, notAfter } from '../../domain/access/refused-callers.js';
import { maxRefusedAddresses, type RefusedCaller, type RefusedReason } from '../../domain/access/report.js';

/** A call that was refused with 401. */
export interface RefusedCall
  extends
    Pick<RefusedCaller, 'address' | 'reason' | 'lastTime'>,
    Pick<RefusedReason, 'device' | 'forwarded' | 'tokenHash'> {}

/** Refused callers that are not in a batch yet. */
export interface CountedCallers {
  readonly count: (refused: RefusedCall) => void;
  readonly all: () => readonly RefusedCaller[];
  readonly clear: () => void;
}

const countedOnce = ({ address, ...call }: RefusedCall, before: RefusedCaller | undefined): RefusedCaller => ({
  address,
  reason: call.reason,
  lastTime: call.lastTime,
  count: (before?.count ?? 0) + 1,
  reasons: addReasons((before?.reasons ?? []).map(notAfter(call.lastTime)), [{ ...call, count: 1 }]),
});

/** Returns callers that start with those an earlier run stored. Calls `onFull` once until they are cleared if it drops old addresses. */
export const countedCallers = (stored: readonly RefusedCaller[], onFull: () => void): CountedCallers => {
  /** By address, the one whose last call is oldest first. */
  const counted = new Map(stored.map((caller) => [caller.address, caller]));
  let isFull = false;

  const dropOldest = (): void => {
    if (counted.size <= maxRefusedAddresses) return;
    const oldest = counted.values().find((one) => !isWaiting(one)) ?? counted.values().next().value;
    if (oldest !== undefined) counted.delete(oldest.address);
    if (!isFull) onFull();
    isFull = true;
  };

  return {
    count: (refused) => {
      const before = counted.get(refused.address);
      counted.delete(refused.address);
      counted.set(refused.address, countedOnce(refused, before));
      dropOldest();
    },
    all: () => [...counted.values()],
    clear: () => {
      counted.clear();
      isFull = false;
    },
  };
};
