// Triggers of automations: a time of day, a minute of the hour, a pause between runs, or an event of the studio.
import type * as t from 'io-ts';
import { field, integer } from '../codec/codec.js';
import { singleFieldUnion } from '../codec/single-field-union.js';
import { dayMs, hourMs, minuteMs } from '../time-units.js';
import { dayOf, dayRules, daysFrom, fallsOn, momentOf, type DayRules } from './calendar.js';
import { eventCompanions, eventTriggers, minutesOf, TimeOfDay, type EventTrigger } from './event-trigger.js';
import type { OffsetAt } from './time-zone.js';

/**
 * A time of day (`18:30`) or a minute of every hour (0 to 59), on the days that its day rules describe; a pause between runs
 * (1 ms to a day); or an event of the studio. Days and hours follow the studio's time zone.
 */
export const Trigger = singleFieldUnion(
  {
    timeOfDay: field(TimeOfDay, 'Time of day, from 00:00 to 23:59'),
    minuteOfHour: field(integer(0, 59), 'Minute of every hour'),
    everyMs: field(integer(1, dayMs), 'Pause between two runs, in milliseconds'),
    ...eventTriggers,
  },
  { timeOfDay: dayRules, minuteOfHour: dayRules, ...eventCompanions },
);
export type Trigger = t.TypeOf<typeof Trigger>;

/** A trigger that fires after a pause between runs. */
type PauseTrigger = Extract<Trigger, { readonly everyMs: number }>;

/** A trigger that fires by the calendar. */
export type CalendarTrigger = Exclude<Trigger, PauseTrigger | EventTrigger>;

/** Whether a trigger fires by the calendar. */
export const isCalendarTrigger = (trigger: Trigger): trigger is CalendarTrigger =>
  'timeOfDay' in trigger || 'minuteOfHour' in trigger;

/** Whether a trigger fires at once, and after a pause since the last run. */
export const isPauseTrigger = (trigger: Trigger): trigger is PauseTrigger => 'everyMs' in trigger;

/** Starts a day early, because a change of the clocks may move a time past midnight. */
const nextTimeOfDay = (timeOfDay: string, rules: DayRules, offsetAt: OffsetAt, afterMs: number): number | null => {
  const timeMs = minutesOf(timeOfDay) * minuteMs;
  for (const day of daysFrom(rules, dayOf(afterMs, offsetAt) - 1)) {
    const moment = momentOf(day * dayMs + timeMs, offsetAt);
    if (moment > afterMs) return moment;
  }
  return null;
};

/** The next moment after `afterMs` at which the local time shows a minute, if its offset is `offsetMs` then. */
const nextMark = (minuteOfHour: number, offsetMs: number, afterMs: number): number => {
  const sinceMark = (((afterMs + offsetMs - minuteOfHour * minuteMs) % hourMs) + hourMs) % hourMs;
  return afterMs - sinceMark + hourMs;
};

const nextMinute = (minuteOfHour: number, offsetAt: OffsetAt, afterMs: number): number => {
  const offset = offsetAt(afterMs);
  const mark = nextMark(minuteOfHour, offset, afterMs);
  const changed = offsetAt(mark);
  if (changed === offset) return mark;
  const other = nextMark(minuteOfHour, changed, afterMs);
  return offsetAt(other) === changed ? other : other + hourMs;
};

const nextMinuteOnDays = (
  minuteOfHour: number,
  rules: DayRules,
  offsetAt: OffsetAt,
  afterMs: number,
): number | null => {
  const moment = nextMinute(minuteOfHour, offsetAt, afterMs);
  const today = dayOf(moment, offsetAt);
  if (fallsOn(rules, today)) return moment;
  const { value: day } = daysFrom(rules, today + 1).next();
  return day === undefined ? null : nextMinute(minuteOfHour, offsetAt, momentOf(day * dayMs, offsetAt) - 1);
};

/**
 * Returns the next moment after `afterMs` at which a trigger fires, both in milliseconds since 1970 UTC; null if it fires on
 * no day of the next 28 years. A time of day fires once on each of its days. A minute of the hour fires whenever the local
 * time shows it: twice in an hour that a change of the clocks repeats (AUTOMATION-7).
 */
export const nextTriggerTime = (trigger: CalendarTrigger, offsetAt: OffsetAt, afterMs: number): number | null =>
  'timeOfDay' in trigger
    ? nextTimeOfDay(trigger.timeOfDay, trigger, offsetAt, afterMs)
    : nextMinuteOnDays(trigger.minuteOfHour, trigger, offsetAt, afterMs);
