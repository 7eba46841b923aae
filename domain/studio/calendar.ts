// Days of a calendar and moments of local time, across changes of the clocks.
import * as t from 'io-ts';
import { boundedListOf, field, oneOf, refined, unique } from '../codec/codec.js';
import { dayMs } from '../time-units.js';
import type { OffsetAt } from './time-zone.js';

/** A day without its time zone, in days since 1 January 1970. */
export type Day = number;

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
export const Weekday = oneOf(...weekdays);
export type Weekday = t.TypeOf<typeof Weekday>;

/** A leap year, in which every day of a year exists. */
const leapYear = '2000';

const isDate = (value: string): boolean => {
  const date = value.length === 5 ? `${leapYear}-${value}` : value;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return false;
  const parsed = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date);
};

/** A date such as `2026-12-24`, or a day of every year such as `12-24`. */
export const CalendarDate = refined(
  t.string,
  isDate,
  'a date such as 2026-12-24, or a day of every year such as 12-24',
);

/** Maximum number of dates in one list. */
const maxDates = 366;

const Dates = unique(boundedListOf(CalendarDate, maxDates), (date) => date, 'date');

/**
 * The days on which a trigger fires: every day; or, where `weekdays` or `dates` are present, the days that are in one of
 * them. Days in `except` are left out in any case.
 */
export const dayRules = {
  weekdays: field(
    unique(boundedListOf(Weekday, weekdays.length), (day) => day, 'day'),
    'Days of the week on which it fires',
  ),
  dates: field(Dates, 'Dates on which it fires, such as 2026-12-24, or 12-24 for every year'),
  except: field(Dates, 'Dates on which it never fires, such as 2026-12-24, or 12-24 for every year'),
};
export type DayRules = { readonly [Name in keyof typeof dayRules]?: t.TypeOf<(typeof dayRules)[Name]> };

const isListed = (dates: readonly string[], date: string): boolean =>
  dates.includes(date) || dates.includes(date.slice(5));

const isWeekday = (day: Day, weekday: Weekday): boolean =>
  weekdays.indexOf(weekday) === new Date(day * dayMs).getUTCDay();

/** Whether a day is one of those that the rules describe (AUTOMATION-6). */
export const fallsOn = ({ weekdays: onDays, dates, except = [] }: DayRules, day: Day): boolean => {
  const date = new Date(day * dayMs).toISOString().slice(0, 10);
  if (isListed(except, date)) return false;
  if (onDays === undefined && dates === undefined) return true;
  return onDays?.some((weekday) => isWeekday(day, weekday)) === true || isListed(dates ?? [], date);
};

/** Days that are searched for the next one: 28 years, after which the weekdays of all dates repeat. */
const searchedDays = 28 * 366;

/** Returns the days from `first` on that the rules describe, in order. */
export function* daysFrom(rules: DayRules, first: Day): Generator<Day, void> {
  for (let day = first; day < first + searchedDays; day += 1) if (fallsOn(rules, day)) yield day;
}

/** Returns the day of a moment. */
export const dayOf = (utcMs: number, offsetAt: OffsetAt): Day => Math.floor((utcMs + offsetAt(utcMs)) / dayMs);

/**
 * Returns the moment at which clocks show a local time, both in milliseconds since 1970. If a change of the clocks makes
 * them show it twice, that is the first moment. If they skip it, the moment is as much later as they skip.
 */
export const momentOf = (localMs: number, offsetAt: OffsetAt): number => {
  // Offsets are within a day of UTC, so these are the ones before and after a change near that time.
  const [before, after] = [offsetAt(localMs - dayMs), offsetAt(localMs + dayMs)];
  const [first, second] = [localMs - before, localMs - after];
  if (offsetAt(first) === before) return first;
  return offsetAt(second) === after ? second : first;
};
