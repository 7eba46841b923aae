// The files of one series of the audit log: which one is written to, and which ones are too old or too many.

/** One file of a series. */
export interface Segment {
  readonly name: string;
  /** The day of its first entry, such as `2026-01-31`, UTC. */
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
  /** How many days entries are kept. */
  readonly days: number;
  /** The size of all files together, in octets. */
  readonly bytes: number;
}

const dayMs = 86_400_000;

const mostInOneFile = 10 * 1_048_576;

/** Returns the size at which a series continues in a new file, in octets: a tenth of what is kept, at most 10 MiB. */
export const segmentBytes = ({ bytes }: Retention): number => Math.min(Math.ceil(bytes / 10), mostInOneFile);

/** Returns the day of a time, given in milliseconds since 1970 UTC. */
export const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10);

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

/** Returns the segments to remove at a time: those that are too old, then the oldest until a new file has space. */
export const expired = (
  stored: readonly StoredSegment[],
  retention: Retention,
  now: number,
): readonly StoredSegment[] => {
  const oldestDay = dayOf(now - retention.days * dayMs);
  const space = retention.bytes - segmentBytes(retention);
  let total = 0;
  return [...stored]
    .sort(byAge)
    .reverse()
    .filter(({ day, size }) => {
      total += size;
      return day < oldestDay || total > space;
    });
};
