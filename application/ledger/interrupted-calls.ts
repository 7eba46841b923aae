// The calls that were under way when the service ended unexpectedly (CRASH-2, CRASH-5).
import * as E from 'fp-ts/lib/Either.js';
import { utcTime } from '../../domain/codec/utc-time.js';
import { failure, type Failure } from '../../domain/failure.js';
import { guardedUntilMs, relationTo, type CallIdentity, type JournalEntry } from '../../domain/journal-entry.js';
import { isOvertaken, type Command } from '../../domain/studio/command.js';
import type { Clock } from '../ports/clock.js';

/** Calls whose repetition isn't sent for a while. */
export interface InterruptedCalls {
  /**
   * Returns the call that another repeats, if its time hasn't passed; undefined if it repeats none. Fails for another call
   * with the same idempotency key, and for the repetition of a call that a later command has overtaken (CRASH-6).
   */
  readonly find: (call: CallIdentity) => E.Either<Failure, JournalEntry | undefined>;
  /** Returns the calls whose time hasn't passed. */
  readonly unexpired: () => readonly JournalEntry[];
  /** Remembers which calls are overtaken by commands that are sent now. */
  readonly overtake: (commands: readonly Command[]) => void;
}

const otherCall = failure(
  'conflict',
  'the key belongs to another call, which was under way when the service ended unexpectedly; nothing was sent. ' +
    'Use a new key for each action',
);

/** The device may show the effect of the call now, and that of the later command soon. */
const overtakenCall = ({ startedAtMs }: JournalEntry): Failure =>
  failure(
    'device_error',
    `the same call was under way at ${utcTime(startedAtMs)}, when the service ended unexpectedly, and another command ` +
      'took its place: it is not sent again',
  );

/** Returns the ids of the calls of a journal, oldest first, that later calls have overtaken. */
const overtakenIn = (entries: readonly JournalEntry[]): readonly string[] =>
  entries
    .filter(({ commands }, index) => entries.slice(index + 1).some((later) => isOvertaken(commands, later.commands)))
    .map(({ id }) => id);

/** Returns the calls of a journal that was just loaded. */
export const interruptedCalls = (loaded: readonly JournalEntry[], clock: Pick<Clock, 'now'>): InterruptedCalls => {
  const loadedAtMs = clock.now();
  const overtaken = new Set(overtakenIn(loaded));
  let remaining = loaded;
  const unexpired = (): readonly JournalEntry[] => {
    if (remaining.length > 0) remaining = remaining.filter((entry) => clock.now() < guardedUntilMs(entry, loadedAtMs));
    return remaining;
  };
  return {
    unexpired,
    overtake: (commands) => {
      for (const entry of unexpired()) if (isOvertaken(entry.commands, commands)) overtaken.add(entry.id);
    },
    find: (call) => {
      const times = { loadedAtMs, nowMs: clock.now() };
      const related = unexpired().map((entry) => ({ entry, relation: relationTo(entry, call, times) }));
      const repeated = related.find(({ relation }) => relation === 'repetition');
      if (repeated !== undefined)
        return overtaken.has(repeated.entry.id) ? E.left(overtakenCall(repeated.entry)) : E.right(repeated.entry);
      return related.some(({ relation }) => relation === 'conflict') ? E.left(otherCall) : E.right(undefined);
    },
  };
};
