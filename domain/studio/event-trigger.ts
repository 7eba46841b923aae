// What happens in the studio and triggers automations, and the conditions under which they run (AUTOMATION-17, AUTOMATION-19).
import * as t from 'io-ts';
import { boundedListOf, field, integer, oneOf, orNull, refined, text, unique } from '../codec/codec.js';
import { foldRecord, singleFieldUnion, type RecordCases } from '../codec/single-field-union.js';
import { dayMs, minuteMs } from '../time-units.js';
import { alarmKinds } from './alarm-kinds.js';
import { dayOf, fallsOn, Weekday } from './calendar.js';
import { idOf, SceneId } from './common-fields.js';
import { StudioStatus } from './studio.js';
import { Tally } from './tally.js';
import { withSubject } from './tally-subject.js';
import type { OffsetAt } from './time-zone.js';
import { VariableValue } from './variable.js';

export const TimeOfDay = refined(
  t.string,
  (value) => /^([01]\d|2[0-3]):[0-5]\d$/.test(value),
  'a time of day from 00:00 to 23:59',
);

/** The scenes of an output. */
const scenes = t.intersection([
  t.type({ output: idOf('the output') }),
  t.partial({ scene: field(SceneId, 'Id of a scene of the output; any scene if left out') }),
]);

const signal = t.type({ signal: idOf('the signal'), on: field(t.boolean, 'Whether it is on, or off') });
const variable = idOf('the variable');
const tally = withSubject(t.type({ is: Tally }));
const alarm = t.intersection([
  t.type({ is: field(oneOf('raised', 'cleared'), 'Whether the alarm is open, or over') }),
  t.partial({ kind: field(oneOf(...alarmKinds), 'The kind of alarm; any kind if left out') }),
]);
const macro = t.type({
  macro: idOf('the macro'),
  is: field(oneOf('done', 'failed'), 'How the run has ended'),
});
const device = t.type({
  id: idOf('the output, signal or camera of the device'),
  is: field(oneOf('away', 'back'), 'Whether the connection is lost, or there'),
});

/** The kinds of events, each by its only field. */
export const eventTriggers = {
  signal: field(
    t.intersection([
      signal,
      t.partial({ forMs: field(integer(1, dayMs), 'How long it must have stayed so, in milliseconds') }),
    ]),
    'A signal has changed',
  ),
  clip: field(
    t.intersection([
      scenes,
      t.type({ is: field(oneOf('started', 'ending', 'ended'), '`ended`: over, and no other clip follows') }),
      t.partial({
        leadMs: field(
          integer(100, 600_000),
          'How long before its end a clip is `ending`, in milliseconds; the `leadMs` of the studio if left out',
        ),
      }),
    ]),
    'A clip has begun, is about to end, or is over',
  ),
  studio: field(StudioStatus, 'The studio has gone on air, or off air'),
  station: field(oneOf('taken', 'released'), 'A station has taken or released the studio'),
  variable: field(
    t.type({ variable, becomes: field(VariableValue, 'The value that it has got; null for none') }),
    'A variable has got a value',
  ),
  tally: field(tally, 'The tally of an output or a camera has changed'),
  alarm: field(alarm, 'An alarm was raised or cleared'),
  macro: field(macro, 'A run of a macro has ended'),
  device: field(device, 'The device of an output, signal or camera was lost, or is back'),
};

/** The optional fields of events. */
export const eventCompanions = {
  station: { by: field(text(1, 64), 'Id of the station; any station if left out') },
} as const;

const EventTrigger = singleFieldUnion(eventTriggers, eventCompanions);
/** An event that triggers automations. */
export type EventTrigger = t.TypeOf<typeof EventTrigger>;

/** One function for each kind of event. */
export type EventCases<A> = RecordCases<EventTrigger, keyof typeof eventTriggers, A>;

const conditions = {
  signal: field(signal, 'A signal is on, or off'),
  clip: field(
    t.intersection([scenes, t.type({ is: field(oneOf('on', 'off'), 'Whether a clip is on') })]),
    'A clip is on in an output, or none is',
  ),
  studio: field(StudioStatus, 'The studio is on air, or off air'),
  holder: orNull(text(1, 64), 'The station that holds the studio; null for none'),
  variable: field(
    t.type({ variable, is: field(VariableValue, 'The value that it has; null for none') }),
    'A variable has a value',
  ),
  tally: field(tally, 'An output or a camera has a tally'),
  alarm: field(alarm, 'An alarm is open, or none is'),
  macro: field(macro, 'How the last run of a macro has ended'),
  device: field(device, 'The device of an output, signal or camera is lost, or there'),
  weekdays: field(
    unique(boundedListOf(Weekday, 7), (day) => day, 'day'),
    'It is one of these days of the week',
  ),
  between: field(
    refined(boundedListOf(TimeOfDay, 2), ({ length }) => length === 2, 'two times of day, such as ["22:00", "06:00"]', {
      minItems: 2,
    }),
    'It is from the first time of day until before the second, perhaps after midnight',
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
