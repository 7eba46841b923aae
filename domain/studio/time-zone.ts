// Time zones, by the time zone database of the JavaScript engine.
import { refined, text } from '../codec/codec.js';

const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};

/** The name of a time zone. */
export const TimeZone = refined(text(1, 64), isTimeZone, 'the name of a time zone, such as Europe/Berlin');

/** Returns how much local time is ahead of UTC at a moment (since 1970 UTC), both in milliseconds. */
export type OffsetAt = (utcMs: number) => number;

const fields = {
  calendar: 'iso8601',
  numberingSystem: 'latn',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
} as const;

/** Returns the offsets of a time zone. Milliseconds of a moment don't change its offset. */
export const offsetsOf = (timeZone: string): OffsetAt => {
  const format = new Intl.DateTimeFormat('en', { ...fields, timeZone });
  return (utcMs) => {
    const parts = new Map(format.formatToParts(utcMs).map(({ type, value }) => [type, Number(value)]));
    const [year = 0, month = 1, day, hour, minute, second] = (
      ['year', 'month', 'day', 'hour', 'minute', 'second'] as const
    ).map((name) => parts.get(name));
    const localMs = Date.UTC(year, month - 1, day, hour, minute, second);
    return localMs - Math.floor(utcMs / 1_000) * 1_000;
  };
};

/** The offsets of the machine's own time zone. */
export const machineOffsets: OffsetAt = (utcMs) => -new Date(utcMs).getTimezoneOffset() * 60_000;

/** Returns the offsets of a time zone; of the machine's own if it is undefined. */
export const zoneOffsets = (timeZone: string | undefined): OffsetAt =>
  timeZone === undefined ? machineOffsets : offsetsOf(timeZone);

/** Returns the name of a time zone; of the machine's own if it is undefined. */
export const zoneName = (timeZone: string | undefined): string =>
  timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns the day of a moment (since 1970 UTC, in milliseconds), such as `2026-01-31`. */
export const localDay = (offsetAt: OffsetAt, utcMs: number): string =>
  new Date(utcMs + offsetAt(utcMs)).toISOString().slice(0, 10);
