// The lines of a recorded session: its beginning, and then each input and each answer in the order of time.
import * as t from 'io-ts';
import { integer, refined } from '../../domain/codec/codec.js';
import { AccessConfiguration } from '../../domain/access/configuration.js';
import { isRecordedHeader } from './recorded-headers.js';

/** The version of the format. */
export const formatVersion = 1;

const Count = integer(1, Number.MAX_SAFE_INTEGER);

/** Longest session, in milliseconds. A replay runs the timers of all of it. */
const maxSessionMs = 366 * 86_400_000;
const AtMs = integer(0, maxSessionMs);

/** The end of the year 9999, in milliseconds since 1970 UTC. */
const maxStartMs = 253_402_300_799_999;

const settingNames = ['SERVICE_NAMES', 'APP_USERNAMES', 'TRUST_LOOPBACK'];

const otherSettings = (settings: object): readonly string[] =>
  Object.keys(settings).filter((name) => !settingNames.includes(name));

/** Settings that decide about answers. Others could reach files and hosts of the machine that replays (REPLAY-8). */
const RecordedSettings = refined(
  t.partial({ SERVICE_NAMES: t.string, APP_USERNAMES: t.string, TRUST_LOOPBACK: t.string }),
  (settings) => otherSettings(settings).length === 0,
  `only ${settingNames.join(', ')}`,
  {},
  (settings) => `only ${settingNames.join(', ')}, got ${otherSettings(settings).join(', ').slice(0, 200)}`,
);

/** The first line: everything that the session depends on. */
export const Beginning = t.readonly(
  t.type({
    recording: t.literal(formatVersion),
    /** Version of the program that recorded it. */
    program: t.string,
    /** First time of the clock, in milliseconds since 1970 UTC. The times of all lines count from it. */
    startMs: integer(0, maxStartMs),
    paused: t.boolean,
    seed: integer(0, 2 ** 31 - 1),
    /** The settings that decide about answers: `SERVICE_NAMES`, `APP_USERNAMES` and `TRUST_LOOPBACK`. */
    settings: RecordedSettings,
    /** Content of a studio file. */
    studio: t.UnknownRecord,
    configuration: AccessConfiguration,
  }),
  'the first line of a recording of version 1',
);
export type Beginning = t.TypeOf<typeof Beginning>;

const fittingHeader = ([name, value]: readonly [string, string]): boolean =>
  isRecordedHeader(name) &&
  /^[\t\x20-\x7e\x80-\xff]*$/.test(value) &&
  (name !== 'content-length' || /^\d{1,15}$/.test(value));

const Headers = refined(
  t.record(t.string, t.string),
  (headers) => Object.entries(headers).every(fittingHeader),
  'headers that a recording contains',
  {},
  (headers) => {
    const [name = '', value = ''] = Object.entries(headers).find((header) => !fittingHeader(header)) ?? [];
    return `headers that a recording contains, got ${JSON.stringify(`${name}: ${value}`.slice(0, 60))}`;
  },
);

const shown = (value: string): string => JSON.stringify(value.slice(0, 60));

const formed = (form: RegExp, expectation: string): t.Type<string> =>
  refined(
    t.string,
    (value) => form.test(value),
    expectation,
    {},
    (value) => `${expectation}, got ${shown(value)}`,
  );

const Method = formed(/^[A-Z-]{1,24}$/, 'a method of HTTP');

/** Characters beyond ASCII are bytes, as the service received them. */
const Target = formed(/^(?:\*|\/[\x21-\x7e\x80-\xff]{0,65535})$/, 'a path that begins with /, without spaces');

/** The replay sends these to the steering API, and to nothing else (REPLAY-8). */
const SteeringTarget = formed(/^\/api\/v1\/[\x21-\x7e]{1,8191}$/, 'a path that begins with /api/v1/');

/** What every line after the first has: the time since the beginning, in milliseconds. */
export const TimedLine = t.readonly(t.type({ atMs: AtMs }), 'a line with its time');

/** A call of the service. Its body, which the service ignores, is recorded by its length alone. */
export const CallLine = t.readonly(
  t.type({ call: Count, atMs: AtMs, from: t.string, method: Method, target: Target, headers: Headers }),
);
export type CallLine = t.TypeOf<typeof CallLine>;

/** A call of the steering API. `body` is absent for calls without one. */
export const SteeringLine = t.readonly(
  t.intersection([
    t.type({ steering: Count, atMs: AtMs, method: Method, target: SteeringTarget }),
    t.partial({ body: t.unknown }),
  ]),
);
export type SteeringLine = t.TypeOf<typeof SteeringLine>;

/** A caller that disconnected before its answer was complete. */
export const DisconnectLine = t.readonly(t.type({ disconnect: Count, atMs: AtMs }));
export type DisconnectLine = t.TypeOf<typeof DisconnectLine>;

/** An access configuration that the console sent and that came into force. The hashes are those of the replay's tokens. */
export const ConfigurationLine = t.readonly(t.type({ configuration: AccessConfiguration, atMs: AtMs }));
export type ConfigurationLine = t.TypeOf<typeof ConfigurationLine>;

/** The end of the session: the service stopped. */
export const StopLine = t.readonly(t.type({ stop: t.literal(true), atMs: AtMs }));
export type StopLine = t.TypeOf<typeof StopLine>;

/** What a replay repeats. */
export const InputLine = t.union([CallLine, SteeringLine, DisconnectLine, ConfigurationLine, StopLine]);
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
  | ({ readonly part: number; readonly atMs: number } & RecordedBody)
  | { readonly ended: number; readonly atMs: number };

/** A line after the first. */
export type SessionLine = InputLine | AnswerLine | StreamLine;
