// What happens in the studio and triggers automations, and the conditions under which they run (AUTOMATION-17, AUTOMATION-19).
import * as t from 'io-ts';
import { boundedListOf, integer, oneOf, orNull, refined, text, unique } from '../codec/codec.js';
import { foldRecord, singleFieldUnion, type RecordCases } from '../codec/single-field-union.js';
import { dayMs, minuteMs } from '../time-units.js';
import { alarmKinds } from './alarm-kinds.js';
import { dayOf, fallsOn, Weekday } from './calendar.js';
import { StudioStatus } from './studio.js';
import { Tally } from './tally.js';
import { withSubject } from './tally-subject.js';
import type { OffsetAt } from './time-zone.js';
import { VariableValue } from './variable.js';

const reference = text(1, 64);

export const TimeOfDay = refined(
  t.string,
  (value) => /^([01]\d|2[0-3]):[0-5]\d$/.test(value),
  'a time of day from 00:00 to 23:59',
);

/** The scenes of an output; all without `scene`. */
const scenes = t.intersection([t.type({ output: reference }), t.partial({ scene: reference })]);

const signal = t.type({ signal: reference, on: t.boolean });
const tally = withSubject(t.type({ is: Tally }));
const alarm = t.intersection([t.type({ is: oneOf('raised', 'cleared') }), t.partial({ kind: oneOf(...alarmKinds) })]);
const macro = t.type({ macro: reference, is: oneOf('done', 'failed') });
const device = t.type({ id: reference, is: oneOf('away', 'back') });

/** The kinds of events, each by its only field. */
export const eventTriggers = {
  /** A signal has changed to a value; with `forMs`, and has kept it for that time. */
  signal: t.intersection([signal, t.partial({ forMs: integer(1, dayMs) })]),
  /** A clip has begun, is about to end (`leadMs` before, by default as the studio's), or is over and none follows. */
  clip: t.intersection([
    scenes,
    t.type({ is: oneOf('started', 'ending', 'ended') }),
    t.partial({ leadMs: integer(100, 600_000) }),
  ]),
  studio: StudioStatus,
  /** A station, or the one in `by`, has taken or released the studio. */
  station: oneOf('taken', 'released'),
  variable: t.type({ variable: reference, becomes: VariableValue }),
  tally,
  alarm,
  macro,
  /** The device of an output, signal or camera. */
  device,
};

/** The optional fields of events. */
export const eventCompanions = { station: { by: reference } } as const;

const EventTrigger = singleFieldUnion(eventTriggers, eventCompanions);
/** An event that triggers automations. */
export type EventTrigger = t.TypeOf<typeof EventTrigger>;

/** One function for each kind of event. */
export type EventCases<A> = RecordCases<EventTrigger, keyof typeof eventTriggers, A>;

const conditions = {
  signal,
  /** Whether a clip is on, in a scene or in any of the output's. */
  clip: t.intersection([scenes, t.type({ is: oneOf('on', 'off') })]),
  studio: StudioStatus,
  holder: orNull(reference, 'The station that holds the studio; null for none'),
  variable: t.type({ variable: reference, is: VariableValue }),
  tally,
  /** Whether an alarm is open. */
  alarm,
  /** How the last run has ended. */
  macro,
  device,
  weekdays: unique(boundedListOf(Weekday, 7), (day) => day, 'day'),
  /** From the first time of day until before the second, perhaps after midnight. */
  between: refined(
    boundedListOf(TimeOfDay, 2),
    ({ length }) => length === 2,
    'two times of day, such as ["22:00", "06:00"]',
    { minItems: 2 },
  ),
};

/** Something that must be so for an automation to run. */
export const Condition = singleFieldUnion(conditions);
export type Condition = t.TypeOf<typeof Condition>;

/** One function for each kind of condition. */
export type ConditionCases<A> = RecordCases<Condition, keyof typeof conditions, A>;

interface OfScenes {
  readonly clip: t.TypeOf<typeof scenes> & { readonly is: string };
}

/** What events and conditions have in common. */
const commonWords = {
  clip: ({ clip: { output, scene, is } }: OfScenes) =>
    `clip on "${output}"${scene === undefined ? '' : `, scene "${scene}",`} ${is}`,
  studio: ({ studio: status }: { readonly studio: StudioStatus }) => `studio ${status}`,
  tally: ({ tally: subject }: { readonly tally: t.TypeOf<typeof tally> }) =>
    `tally of ${'output' in subject ? `output "${subject.output}"` : `camera "${subject.camera}"`} ${subject.is}`,
  alarm: ({ alarm: { kind, is } }: { readonly alarm: t.TypeOf<typeof alarm> }) =>
    `alarm${kind === undefined ? '' : ` ${kind}`} ${is}`,
  macro: ({ macro: { macro: id, is } }: { readonly macro: t.TypeOf<typeof macro> }) => `macro "${id}" ${is}`,
  /** Without the value, which those who read the log or the alarms may not be allowed to read. */
  variable: ({ variable: { variable: id } }: { readonly variable: { readonly variable: string } }) =>
    `value of the variable "${id}"`,
  device: ({ device: { id, is } }: { readonly device: t.TypeOf<typeof device> }) => `device "${id}" ${is}`,
};

const signalWords = (id: string, on: boolean): string => `signal "${id}" ${on ? 'on' : 'off'}`;

/** Returns an event in words, such as `signal "mic" on`. */
export const eventWords = foldRecord<EventTrigger, keyof typeof eventTriggers, string>({
  ...commonWords,
  signal: ({ signal: { signal: id, on, forMs } }) =>
    `${signalWords(id, on)}${forMs === undefined ? '' : ` for ${String(forMs)} ms`}`,
  station: ({ station, by }) => `station ${station}${by === undefined ? '' : ` by "${by}"`}`,
});

/** Returns a condition in words, such as `signal "mic" on`. */
export const conditionWords = foldRecord<Condition, keyof typeof conditions, string>({
  ...commonWords,
  signal: ({ signal: { signal: id, on } }) => signalWords(id, on),
  holder: ({ holder }) =>
    holder === null ? 'no station holds the studio' : `the station "${holder}" holds the studio`,
  weekdays: ({ weekdays }) => `on ${weekdays.join(', ')}`,
  between: ({ between }) => `between ${between.join(' and ')}`,
});

/** Returns the minutes from midnight to a time of day. */
export const minutesOf = (timeOfDay: string): number => {
  const [hours, minutes] = timeOfDay.split(':').map(Number);
  return Number(hours) * 60 + Number(minutes);
};

/** Whether local clocks show a time from the first of two until before the second. Two equal ones are the whole day. */
export const isBetween = ([from = '', until = '']: readonly string[], nowMs: number, offsetAt: OffsetAt): boolean => {
  const minute = Math.floor((nowMs + offsetAt(nowMs) - dayOf(nowMs, offsetAt) * dayMs) / minuteMs);
  const [first, end] = [minutesOf(from), minutesOf(until)];
  return first < end ? first <= minute && minute < end : first <= minute || minute < end;
};

/** Whether a moment is on one of these days of the studio's time zone. */
export const isOnDay = (weekdays: readonly Weekday[], nowMs: number, offsetAt: OffsetAt): boolean =>
  fallsOn({ weekdays }, dayOf(nowMs, offsetAt));
