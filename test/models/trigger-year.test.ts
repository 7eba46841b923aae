// A year of triggers in several time zones, against a calendar of its own: what clocks show at each minute of the year.
import { describe, expect, it } from 'vitest';
import type { CalendarTrigger } from '../../domain/studio/trigger.js';
import { triggerBench } from '../application/trigger-bench.js';

const minuteMs = 60_000;
const [startMs, endMs] = [Date.UTC(2021, 0, 1), Date.UTC(2022, 0, 1)];

/** What the clocks of a time zone show at each minute of the year, as `2021-01-31 18:30`. */
const shownMinutes = (timeZone: string): readonly string[] => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return Array.from({ length: (endMs - startMs) / minuteMs }, (_, at) => format.format(startMs + at * minuteMs));
};

type IsDay = (date: string, weekday: string) => boolean;

const weekdayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const weekdayOf = (date: string): string => weekdayNames[new Date(`${date} 12:00Z`).getUTCDay()] ?? '';

const timesAt = (shown: readonly string[], isOne: (text: string, at: number) => boolean): readonly number[] =>
  shown.flatMap((text, at) => (isOne(text, at) ? [startMs + at * minuteMs] : []));

const asMs = (text: string): number => Date.parse(`${text.replace(' ', 'T')}Z`);

/** The minutes at which the clocks would show the time if they did not skip it. */
const skippedTimes = (shown: readonly string[], time: string): ReadonlySet<number> =>
  new Set(
    shown.flatMap((text, at) => {
      const nextMs = asMs(shown[at - 1] ?? '') + minuteMs;
      const skipped = (asMs(text) - nextMs) / minuteMs;
      const isIt = (minute: number): boolean =>
        new Date(nextMs + minute * minuteMs).toISOString().slice(11, 16) === time;
      return skipped > 0 ? [...Array(skipped).keys()].filter(isIt).map((minute) => at + minute) : [];
    }),
  );

/** The first minute at which the clocks show the time, on each day; if they skip it, as much later as they skip. */
const daily = (shown: readonly string[], time: string, isDay: IsDay): readonly number[] => {
  const skipped = skippedTimes(shown, time);
  const seen = new Set<string>();
  return timesAt(shown, (text, at) => {
    const date = text.slice(0, 10);
    const isFirst = text.slice(11) === time && !seen.has(date);
    if (isFirst) seen.add(date);
    return (isFirst || skipped.has(at)) && isDay(date, weekdayOf(date));
  });
};

const hourly = (shown: readonly string[], minute: string, isDay: IsDay): readonly number[] =>
  timesAt(shown, (text) => text.slice(14) === minute && isDay(text.slice(0, 10), weekdayOf(text.slice(0, 10))));

const everyDay: IsDay = () => true;
const weekend: IsDay = (date, weekday) =>
  (['Sat', 'Sun'].includes(weekday) || date === '2021-03-01' || date.endsWith('-12-24')) && date !== '2021-12-26';
const weekendRules = {
  weekdays: ['sat', 'sun'],
  dates: ['2021-03-01', '12-24'],
  except: ['2021-12-26'],
} as const;

type Expectation = (shown: readonly string[]) => readonly number[];

const triggers: readonly (readonly [CalendarTrigger, Expectation])[] = [
  [{ timeOfDay: '00:00' }, (shown) => daily(shown, '00:00', everyDay)],
  [{ timeOfDay: '02:15' }, (shown) => daily(shown, '02:15', everyDay)],
  [{ timeOfDay: '01:45', ...weekendRules }, (shown) => daily(shown, '01:45', weekend)],
  [{ minuteOfHour: 45 }, (shown) => hourly(shown, '45', everyDay)],
  [{ minuteOfHour: 10, ...weekendRules }, (shown) => hourly(shown, '10', weekend)],
];

/** Zones with daylight saving time in the north, in the south from midnight on, and of half an hour. */
const zones = ['Europe/Berlin', 'America/Santiago', 'Australia/Lord_Howe'];

describe('a year of triggers', { timeout: 240_000 }, () => {
  it.each(zones)('runs at every trigger time in %s, and never twice', async (zone) => {
    const bench = triggerBench(
      zone,
      triggers.map(([trigger]) => trigger),
      startMs - 1,
    );
    await bench.pass(endMs - startMs);
    const shown = shownMinutes(zone);
    expect(bench.ran).toEqual(triggers.map(([, expected]) => expected(shown)));
    expect(bench.logged).toEqual([]);
  });
});
