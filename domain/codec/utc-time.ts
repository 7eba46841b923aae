// Points in time as text.
import * as t from 'io-ts';
import { described } from './codec.js';

/** ISO 8601 with a time zone; seconds and milliseconds may be missing. */
const form = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/;

const expectation = 'a time in ISO 8601 with a time zone, such as 2021-03-01T12:00:00Z';

/** Whether a day exists. JavaScript reads 30 February as 2 March. */
const isDay = (day: string): boolean => {
  const date = new Date(day);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
};

/** Returns the time in UTC, or undefined if the text is no time of the years 0 to 9999. */
const toUtc = (text: string): string | undefined => {
  if (!form.test(text) || !isDay(text.slice(0, 10))) return undefined;
  const date = new Date(text);
  const utc = Number.isNaN(date.getTime()) ? '' : date.toISOString();
  return form.test(utc) ? utc : undefined;
};

/** A point in time, ISO 8601. Decodes any time zone to UTC, as in `2021-03-01T12:00:00.000Z`. */
export const UtcTime = described(
  new t.Type<string>(
    expectation,
    (value): value is string => typeof value === 'string' && toUtc(value) === value,
    (input, context) => {
      const utc = typeof input === 'string' ? toUtc(input) : undefined;
      return utc === undefined ? t.failure(input, context, expectation) : t.success(utc);
    },
    t.identity,
  ),
  { type: 'string', format: 'date-time', description: expectation },
);

/** The last millisecond of the year 9999, in milliseconds since 1970 UTC. */
export const latestMs = Date.UTC(9_999, 11, 31, 23, 59, 59, 999);

/** Returns a point in time, in milliseconds since 1970 UTC, as text. Throws a RangeError if it is no date. */
export const utcTime = (ms: number): string => new Date(ms).toISOString();
