// Entries of the action journal: what is known of an action before its commands are sent.
import * as t from 'io-ts';
import { refined } from './codec/codec.js';

const Scalar = t.union([t.string, t.number, t.boolean, t.null]);

/** A command to a device: the port's method, such as `players.play`, and what distinguishes it. */
export const DeviceCommand = t.readonly(
  t.type({
    name: t.string,
    target: t.readonlyArray(Scalar),
    /** What the device will show, if neither name nor target state it: the clip that a take puts on air. */
    expected: t.union([t.readonlyArray(Scalar), t.null]),
  }),
);
export type DeviceCommand = t.TypeOf<typeof DeviceCommand>;

/** The last moment that a date can have, in milliseconds since 1970 UTC. */
const lastMomentMs = 8_640_000_000_000_000;

/** Milliseconds since 1970 UTC. A damaged file may contain a number that is no moment. */
const Moment = refined(t.number, (ms) => Math.abs(ms) <= lastMomentMs, 'a moment');

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
      commands: t.readonlyArray(DeviceCommand),
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

const targetsOf = ({ commands }: CallIdentity): string =>
  JSON.stringify(commands.map(({ name, target }) => [name, target]));

/** Whether two calls are the same: operation, caller, and the commands that their parameters lead to. */
export const isSameCall = (a: CallIdentity, b: CallIdentity): boolean =>
  a.operation === b.operation && a.owner === b.owner && targetsOf(a) === targetsOf(b);

const textOf = ({ name, target, expected }: DeviceCommand): string => JSON.stringify([name, target, expected]);

/** Returns what a command changes: a device, or scenes of an output; texts and clip of a scene are apart. */
const placesOf = ({ name, target: [device, ...scenes] }: DeviceCommand): readonly string[] => {
  const port = name.split('.', 1)[0];
  if (port !== 'players' && port !== 'graphics') return [JSON.stringify([port, device])];
  const part = port === 'graphics' || name.endsWith('Graphic') ? 'graphic' : 'clip';
  const changed = name === 'players.stop' ? scenes : scenes.slice(0, 1);
  return changed.map((scene) => JSON.stringify([part, device, scene]));
};

const replaces = (later: DeviceCommand, command: DeviceCommand): boolean => {
  const places = new Set(placesOf(command));
  return textOf(later) !== textOf(command) && placesOf(later).some((place) => places.has(place));
};

/** Whether later commands change what earlier ones have changed, so that the devices don't show the effect of all for long. */
export const isOvertaken = (commands: readonly DeviceCommand[], later: readonly DeviceCommand[]): boolean =>
  commands.some((command) => later.some((one) => replaces(one, command)));

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
