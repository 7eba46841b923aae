// Entries of the action journal: what is known of an action before its commands are sent.
import * as t from 'io-ts';
import { refined } from './codec/codec.js';
import { earlierForm } from './studio/command-earlier-form.js';
import { areSameCommands, Command } from './studio/command.js';

/** The last moment that a date can have, in milliseconds since 1970 UTC. */
const lastMomentMs = 8_640_000_000_000_000;

/** Milliseconds since 1970 UTC. A damaged file may contain a number that is no moment. */
const Moment = refined(t.number, (ms) => Math.abs(ms) <= lastMomentMs, 'a moment');

/** A command of an entry. Entries of earlier versions name a method and its arguments. */
const EntryCommand = new t.Type<Command, Command>(
  'Command',
  Command.is,
  (input, context) => Command.validate(earlierForm(input) ?? input, context),
  Command.encode,
);

/** An action that is under way. */
export const JournalEntry = t.readonly(
  t.intersection([
    t.type({
      /** The id of the action. */
      id: t.string,
      operation: t.string,
      /** The identity of the caller. */
      owner: t.string,
      /** The caller's name, as in the request log. */
      caller: t.union([t.string, t.null]),
      /** Milliseconds since 1970 UTC. */
      startedAtMs: Moment,
      /** How long the call waits at most for its acknowledgement, in milliseconds. */
      timeoutMs: t.number,
      commands: t.readonlyArray(EntryCommand),
    }),
    t.partial({
      /** The idempotency key of the call, without tokens. */
      key: t.string,
    }),
  ]),
);
export type JournalEntry = t.TypeOf<typeof JournalEntry>;

/** A call, as far as it decides whether two calls are the same (CRASH-2, CRASH-5). */
export type CallIdentity = Pick<JournalEntry, 'operation' | 'owner' | 'commands' | 'key'>;

/** Whether two calls are the same: operation, caller, and the commands that their parameters lead to. */
export const isSameCall = (a: CallIdentity, b: CallIdentity): boolean =>
  a.operation === b.operation && a.owner === b.owner && areSameCommands(a.commands, b.commands);

const hasSameKey = (a: CallIdentity, b: CallIdentity): boolean =>
  a.key !== undefined && a.key === b.key && a.owner === b.owner;

/** How long after a call was under way its repetition isn't sent again, in milliseconds. */
export const repetitionMs = 30_000;

/** The same for a repetition with the same idempotency key. */
export const keyedRepetitionMs = 600_000;

/** A call was under way until its timeout at the latest, and not after the journal was loaded. */
const endOfCallMs = ({ startedAtMs, timeoutMs }: JournalEntry, loadedAtMs: number): number =>
  Math.min(startedAtMs + timeoutMs, loadedAtMs);

const guardMs = (hasKey: boolean): number => (hasKey ? keyedRepetitionMs : repetitionMs);

/** Returns until when a repetition of an interrupted call isn't sent at most, in milliseconds since 1970 UTC. */
export const guardedUntilMs = (entry: JournalEntry, loadedAtMs: number): number =>
  endOfCallMs(entry, loadedAtMs) + guardMs(entry.key !== undefined);

/** What a call is to an interrupted one: its repetition, or another call with the same key. */
export type Relation = 'repetition' | 'conflict' | 'none';

/**
 * Returns what a call is at `nowMs` to an interrupted call of a journal that was loaded at `loadedAtMs` (CRASH-5). A call with
 * another key, or where only one of both has a key, is a new one (CRASH-7).
 */
export const relationTo = (
  entry: JournalEntry,
  call: CallIdentity,
  { loadedAtMs, nowMs }: { readonly loadedAtMs: number; readonly nowMs: number },
): Relation => {
  if (entry.key !== call.key) return 'none';
  const isKeyShared = hasSameKey(entry, call);
  if (nowMs >= endOfCallMs(entry, loadedAtMs) + guardMs(isKeyShared)) return 'none';
  if (isSameCall(entry, call)) return 'repetition';
  return isKeyShared ? 'conflict' : 'none';
};
