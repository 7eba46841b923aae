// Refused callers that the console has not acknowledged yet, in memory: counts by address, for the newest 100 addresses.
import { maxRefusedAddresses, type RefusalBatch, type RefusedCaller } from '../../domain/access/report.js';
import type { UnreportedRefusals } from '../ports/report-file.js';
import { rateLimit } from './rate-limit.js';

/** A call that was refused. */
export type RefusedCall = Omit<RefusedCaller, 'count'>;

/** Refused callers that are still to be reported. All times are in milliseconds since 1970 UTC. */
export interface Refusals {
  /** Counts a refused call. Returns when it may be reported. */
  readonly record: (refused: RefusedCall, now: number) => number;
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
  /** By address, the one whose last call is oldest first. */
  const counted = new Map(stored.counted.map((caller) => [caller.address, caller]));
  const limit = rateLimit();
  let { sending } = stored;
  let isFull = false;

  const count = (refused: RefusedCall): void => {
    const before = counted.get(refused.address);
    counted.delete(refused.address);
    counted.set(refused.address, { ...refused, count: (before?.count ?? 0) + 1 });
  };

  const dropOldest = (): void => {
    const [oldest] = counted.keys();
    if (counted.size <= maxRefusedAddresses || oldest === undefined) return;
    counted.delete(oldest);
    if (!isFull) onFull();
    isFull = true;
  };

  return {
    record: (refused, now) => {
      count(refused);
      dropOldest();
      return limit.dueAt(rateLimitKey, now);
    },
    all: () => ({ counted: [...counted.values()], sending }),
    batch: (now, newId) => {
      if (sending === null && counted.size > 0 && limit.dueAt(rateLimitKey, now) <= now) {
        sending = { id: newId(), callers: [...counted.values()] };
        counted.clear();
        isFull = false;
      }
      return sending;
    },
    dueAt: (now) => {
      if (sending !== null) return now;
      return counted.size === 0 ? Infinity : limit.dueAt(rateLimitKey, now);
    },
    acknowledge: (id, now) => {
      if (sending?.id !== id) return;
      sending = null;
      limit.markSent(rateLimitKey, now);
    },
  };
};
