// The calls that were under way when the service ended unexpectedly (CRASH-2, CRASH-5).
import * as E from 'fp-ts/lib/Either.js';
import { failure, type Failure } from '../../domain/failure.js';
import { guardedUntilMs, relationTo, type CallIdentity, type JournalEntry } from '../../domain/journal-entry.js';
import type { Clock } from '../ports/clock.js';

/** Calls whose repetition isn't sent for a while. */
export interface InterruptedCalls {
  /**
   * Returns the call that another repeats, if its time hasn't passed; undefined if it repeats none. Fails for another call
   * with the same idempotency key.
   */
  readonly find: (call: CallIdentity) => E.Either<Failure, JournalEntry | undefined>;
  /** Returns the calls whose time hasn't passed. */
  readonly unexpired: () => readonly JournalEntry[];
}

const otherCall = failure(
  'conflict',
  'the key belongs to another call, which was under way when the service ended unexpectedly; nothing was sent. ' +
    'Use a new key for each action',
);

/** Returns the calls of a journal that was just loaded. */
export const interruptedCalls = (loaded: readonly JournalEntry[], clock: Pick<Clock, 'now'>): InterruptedCalls => {
  const loadedAtMs = clock.now();
  let remaining = loaded;
  const unexpired = (): readonly JournalEntry[] => {
    if (remaining.length > 0) remaining = remaining.filter((entry) => clock.now() < guardedUntilMs(entry, loadedAtMs));
    return remaining;
  };
  return {
    unexpired,
    find: (call) => {
      const times = { loadedAtMs, nowMs: clock.now() };
      const related = unexpired().map((entry) => ({ entry, relation: relationTo(entry, call, times) }));
      const repeated = related.find(({ relation }) => relation === 'repetition');
      if (repeated !== undefined) return E.right(repeated.entry);
      return related.some(({ relation }) => relation === 'conflict') ? E.left(otherCall) : E.right(undefined);
    },
  };
};
