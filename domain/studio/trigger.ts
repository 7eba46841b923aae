// Triggers of automations: a time of day, a minute of the hour, or a pause between runs.
import * as t from 'io-ts';
import { integer, refined } from '../codec/codec.js';
import { singleFieldUnion } from '../codec/single-field-union.js';
import { dayMs, hourMs, minuteMs } from '../time-units.js';
import { dayOf, dayRules, daysFrom, fallsOn, momentOf, type DayRules } from './calendar.js';
import type { OffsetAt } from './time-zone.js';

const TimeOfDay = refined(
  t.string,
  (value) => /^([01]\d|2[0-3]):[0-5]\d$/.test(value),
  'a time of day from 00:00 to 23:59',
);

/**
 * A time of day (`18:30`) or a minute of every hour (0 to 59), on the days that its day rules describe; or a pause between
 * runs (1 ms to a day). Days and hours follow the studio's time zone.
 */
export const Trigger = singleFieldUnion(
  { timeOfDay: TimeOfDay, minuteOfHour: integer(0, 59), everyMs: integer(1, dayMs) },
  { timeOfDay: dayRules, minuteOfHour: dayRules },
);
export type Trigger = t.TypeOf<typeof Trigger>;

/** A trigger that fires by the calendar. */
export type CalendarTrigger = Exclude<Trigger, { readonly everyMs: number }>;

/** Whether a trigger fires by the calendar. */
export const isCalendarTrigger = (trigger: Trigger): trigger is CalendarTrigger => !('everyMs' in trigger);

const minutesOf = (timeOfDay: string): number => {
  const [hours, minutes] = timeOfDay.split(':').map(Number);
  return Number(hours) * 60 + Number(minutes);
};

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
