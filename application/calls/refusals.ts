// Refused callers that the console hasn't acknowledged yet, in memory: counted by address, the newest hundred addresses.
import { mostRefusedAddresses, type RefusalBatch, type RefusedCaller } from '../../domain/access/report.js';
import { rateLimit } from './rate-limit.js';

/** A call that was refused. */
export type RefusedCall = Omit<RefusedCaller, 'count'>;

/** What is kept of them: those counted since the last batch, and the batch that is on its way. */
export interface UnreportedRefusals {
  readonly counted: readonly RefusedCaller[];
  readonly sending: RefusalBatch | null;
}

/** Refused callers on their way to the console. */
export interface Refusals {
  /** Counts a refused call; gives when it may be reported, milliseconds since 1970 UTC. */
  readonly note: (refused: RefusedCall, now: number) => number;
  readonly all: () => UnreportedRefusals;
  /** Closes what was counted as a batch where it may be reported at `now`; a batch on its way has to arrive first. */
  readonly batch: (now: number, newId: () => string) => RefusalBatch | null;
  /** When the next batch may be reported; `Infinity` for none. */
  readonly dueAt: (now: number) => number;
  /** Forgets a batch that the console has. */
  readonly acknowledge: (id: string, now: number) => void;
}

const callers = 'callers';

/** Begins with what was left unacknowledged. `onFull` hears, once a batch, that addresses are forgotten for newer ones. */
export const refusals = (left: UnreportedRefusals, onFull: () => void): Refusals => {
  /** By address, the one whose last call is oldest first. */
  const counted = new Map(left.counted.map((caller) => [caller.address, caller]));
  const pacing = rateLimit();
  let { sending } = left;
  let isFull = false;

  const count = (refused: RefusedCall): void => {
    const before = counted.get(refused.address);
    counted.delete(refused.address);
    counted.set(refused.address, { ...refused, count: (before?.count ?? 0) + 1 });
  };

  const makeRoom = (): void => {
    const [oldest] = counted.keys();
    if (counted.size <= mostRefusedAddresses || oldest === undefined) return;
    counted.delete(oldest);
    if (!isFull) onFull();
    isFull = true;
  };

  return {
    note: (refused, now) => {
      count(refused);
      makeRoom();
      return pacing.dueAt(callers, now);
    },
    all: () => ({ counted: [...counted.values()], sending }),
    batch: (now, newId) => {
      if (sending === null && counted.size > 0 && pacing.dueAt(callers, now) <= now) {
        sending = { id: newId(), callers: [...counted.values()] };
        counted.clear();
        isFull = false;
      }
      return sending;
    },
    dueAt: (now) => {
      if (sending !== null) return now;
      return counted.size === 0 ? Infinity : pacing.dueAt(callers, now);
    },
    acknowledge: (id, now) => {
      if (sending?.id !== id) return;
      sending = null;
      pacing.markSent(callers, now);
    },
  };
};
