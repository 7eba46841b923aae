// The files of one series of the audit log or the as-run log: which one is written to, and which ones are too old or too many.
import { dayMs } from '../../domain/time-units.js';

/** One file of a series. */
export interface Segment {
  readonly name: string;
  /** The day of its first entry, such as `2026-01-31`. */
  readonly day: string;
  /** Counts the files of one day from 1. */
  readonly number: number;
}

/** A segment that exists, with its size in octets. */
export interface StoredSegment extends Segment {
  readonly size: number;
}

/** How much of a series is kept. */
export interface Retention {
  /** How many days entries are kept. A time without entries counts for a week at most. */
  readonly days: number;
  /** The size of all files together, in octets. */
  readonly bytes: number;
}

const mostInOneFile = 10 * 1_048_576;

/** Returns the size at which a series continues in a new file, in octets: a tenth of what is kept, at most 10 MiB. */
export const segmentBytes = ({ bytes }: Retention): number => Math.min(Math.ceil(bytes / 10), mostInOneFile);

/** Returns the day of a time, given in milliseconds since 1970 UTC. */
export type DayOf = (now: number) => string;

/** The days of UTC. */
export const dayOf: DayOf = (now) => new Date(now).toISOString().slice(0, 10);

/** Returns a segment. Names sort in the order of writing. */
export const segment = (series: string, day: string, number: number): Segment => ({
  name: `${series}-${day}-${String(number).padStart(5, '0')}.jsonl`,
  day,
  number,
});

/** Returns the segment of a file name; undefined for files of other series. */
export const segmentOf = (series: string, name: string): Segment | undefined => {
  const [, prefix, day, number] = /^([a-z-]+)-(\d{4}-\d\d-\d\d)-(\d{5,9})\.jsonl$/.exec(name) ?? [];
  return prefix === series && day !== undefined ? { name, day, number: Number(number) } : undefined;
};

/** Orders segments, oldest first. */
export const byAge = (a: Segment, b: Segment): number =>
  a.day === b.day ? a.number - b.number : a.day < b.day ? -1 : 1;

/** Returns the segment to write to: the newest one of the day if it has space, else a new one. */
export const current = (
  series: string,
  day: string,
  stored: readonly StoredSegment[],
  retention: Retention,
): Segment => {
  const newest = stored
    .filter((one) => one.day === day)
    .sort(byAge)
    .at(-1);
  if (newest === undefined) return segment(series, day, 1);
  return newest.size < segmentBytes(retention) ? newest : segment(series, day, newest.number + 1);
};

/**
 * Returns how many days a time without entries counts at most: a tenth of what is kept, from one day to a week. A clock that
 * jumps ahead makes such a time, and must not make what was recorded before too old (AUDIT-9).
 */
const longestGapDays = (days: number): number => Math.min(Math.max(Math.floor(days / 10), 1), 7);

const daysBetween = (earlier: string, later: string): number =>
  Math.max(Math.round((Date.parse(later) - Date.parse(earlier)) / dayMs), 0);

/** Returns the age of each segment in days, for segments with the newest first: times without entries are shortened. */
const agesOf = (newestFirst: readonly StoredSegment[], { days }: Retention, today: string): readonly number[] => {
  const longest = longestGapDays(days);
  let [age, later] = [0, today];
  return newestFirst.map(({ day }) => {
    if (day > today) return 0;
    age += Math.min(daysBetween(day, later), longest);
    later = day;
    return age;
  });
};

/** Orders segments, newest first. Those of later days than today were written before today, while the clock was ahead. */
const newestFirstOn = (stored: readonly StoredSegment[], today: string): readonly StoredSegment[] => {
  const sorted = [...stored].sort(byAge).reverse();
  return [...sorted.filter(({ day }) => day <= today), ...sorted.filter(({ day }) => day > today)];
};

/**
 * Returns the segments to remove at a time: those that are too old, then the oldest until a new file has space. Their age is
 * counted by the days on which something was recorded; files of later days than today are removed only for space (AUDIT-9).
 */
export const expired = (
  stored: readonly StoredSegment[],
  retention: Retention,
  now: number,
  day: DayOf = dayOf,
): readonly StoredSegment[] => {
  const today = day(now);
  const newestFirst = newestFirstOn(stored, today);
  const ages = agesOf(newestFirst, retention, today);
  const space = retention.bytes - segmentBytes(retention);
  let total = 0;
  return newestFirst.filter(({ size }, at) => {
    total += size;
    return (ages[at] ?? 0) > retention.days || total > space;
  });
};
