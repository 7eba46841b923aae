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
);
export type JournalEntry = t.TypeOf<typeof JournalEntry>;

/** A call, as far as it decides whether two calls are the same (CRASH-2). */
export type CallIdentity = Pick<JournalEntry, 'operation' | 'owner' | 'commands'>;

const targetsOf = ({ commands }: CallIdentity): string =>
  JSON.stringify(commands.map(({ name, target }) => [name, target]));

/** Whether two calls are the same: operation, caller, and the commands that their parameters lead to. */
export const isSameCall = (a: CallIdentity, b: CallIdentity): boolean =>
  a.operation === b.operation && a.owner === b.owner && targetsOf(a) === targetsOf(b);

/** How long after a call was under way its repetition isn't sent again, in milliseconds. */
export const repetitionMs = 30_000;

/**
 * Returns until when a repetition of an interrupted call isn't sent, in milliseconds since 1970 UTC. The call was under
 * way until its timeout at the latest, and not after the journal was loaded.
 */
export const guardedUntilMs = ({ startedAtMs, timeoutMs }: JournalEntry, loadedAtMs: number): number =>
  Math.min(startedAtMs + timeoutMs, loadedAtMs) + repetitionMs;
