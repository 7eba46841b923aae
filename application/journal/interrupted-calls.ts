// The calls that were under way when the service ended unexpectedly (CRASH-2).
import { guardedUntilMs, isSameCall, type CallIdentity, type JournalEntry } from '../../domain/journal-entry.js';
import type { Clock } from '../ports/clock.js';

/** Calls whose repetition isn't sent for a while. */
export interface InterruptedCalls {
  /** Returns the call that another repeats, if its time hasn't passed. */
  readonly find: (call: CallIdentity) => JournalEntry | undefined;
  /** Returns the calls whose time hasn't passed. */
  readonly unexpired: () => readonly JournalEntry[];
}

/** Returns the calls of a journal that was just loaded. */
export const interruptedCalls = (loaded: readonly JournalEntry[], clock: Pick<Clock, 'now'>): InterruptedCalls => {
  const loadedAtMs = clock.now();
  let remaining = loaded;
  const unexpired = (): readonly JournalEntry[] => {
    if (remaining.length > 0) remaining = remaining.filter((entry) => clock.now() < guardedUntilMs(entry, loadedAtMs));
    return remaining;
  };
  return { unexpired, find: (call) => unexpired().find((entry) => isSameCall(entry, call)) };
};
