// The lines of a recorded session: its beginning, and then each input and each answer in the order of time.
import * as t from 'io-ts';
import { integer } from '../../domain/codec/codec.js';
import { AccessConfiguration } from '../../domain/access/configuration.js';

/** The version of the format. */
export const formatVersion = 1;

const Count = integer(1, Number.MAX_SAFE_INTEGER);
const AtMs = integer(0, Number.MAX_SAFE_INTEGER);

/** The first line: everything that the session depends on. */
export const Beginning = t.readonly(
  t.type({
    recording: t.literal(formatVersion),
    /** Version of the program that recorded it. */
    program: t.string,
    /** First time of the clock, in milliseconds since 1970 UTC. The times of all lines count from it. */
    startMs: AtMs,
    paused: t.boolean,
    seed: integer(0, 2 ** 31 - 1),
    /** The settings that decide about answers: `SERVICE_NAMES`, `APP_USERNAMES` and `TRUST_LOOPBACK`. */
    settings: t.record(t.string, t.string),
    /** Content of a studio file. */
    studio: t.UnknownRecord,
    configuration: AccessConfiguration,
  }),
  'the first line of a recording of version 1',
);
export type Beginning = t.TypeOf<typeof Beginning>;

const Headers = t.readonly(t.record(t.string, t.string));

/** What every line after the first has: the time since the beginning, in milliseconds. */
export const TimedLine = t.readonly(t.type({ atMs: AtMs }), 'a line with its time');

/** A call of the service. Its body, which the service ignores, is recorded by its length alone. */
export const CallLine = t.readonly(
  t.type({ call: Count, atMs: AtMs, from: t.string, method: t.string, target: t.string, headers: Headers }),
);
export type CallLine = t.TypeOf<typeof CallLine>;

/** A call of the steering API. `body` is absent for calls without one. */
export const SteeringLine = t.readonly(
  t.intersection([
    t.type({ steering: Count, atMs: AtMs, method: t.string, target: t.string }),
    t.partial({ body: t.unknown }),
  ]),
);
export type SteeringLine = t.TypeOf<typeof SteeringLine>;

/** A caller that disconnected before its answer was complete. */
export const DisconnectLine = t.readonly(t.type({ disconnect: Count, atMs: AtMs }));
export type DisconnectLine = t.TypeOf<typeof DisconnectLine>;

/** The end of the session: the service stopped. */
export const StopLine = t.readonly(t.type({ stop: t.literal(true), atMs: AtMs }));
export type StopLine = t.TypeOf<typeof StopLine>;

/** What a replay repeats. */
export const InputLine = t.union([CallLine, SteeringLine, DisconnectLine, StopLine]);
export type InputLine = t.TypeOf<typeof InputLine>;

/** The bytes of a body: as text, or in base64 if they are no text. Null if they can't be the same in a replay. */
export type RecordedBody = { readonly body: string | null } | { readonly base64: string };

/** An answer. A stream has its bytes in lines of its own. */
export type AnswerLine = { readonly answer: number; readonly atMs: number; readonly status: number } & (
  | ({ readonly headers: Readonly<Record<string, string>> } & (RecordedBody | { readonly stream: true }))
  | { readonly body: string }
);

/** Bytes of a stream, or its end. */
export type StreamLine =
  ({ readonly part: number; readonly atMs: number } & RecordedBody) | { readonly ended: number; readonly atMs: number };

/** A line after the first. */
export type SessionLine = InputLine | AnswerLine | StreamLine;
