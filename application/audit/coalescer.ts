// Coalesces repeated events: the first of a key is reported at once, further ones as a count per interval.
import { utcTime } from '../../domain/codec/utc-time.js';
import type { Clock } from '../ports/clock.js';

/** Events that were counted instead of being reported one by one. */
export interface EventCount {
  /** From 1. */
  readonly count: number;
  /** When counting began, in milliseconds since 1970 UTC. */
  readonly since: number;
}

/** Returns the fields of a log line that report a count, with the time as text. */
export const countFields = ({ count, since }: EventCount): { readonly count: number; readonly since: string } => ({
  count,
  since: utcTime(since),
});

export interface CoalescerDeps<A> {
  readonly clock: Clock;
  /** How long events are counted before the count is reported, in milliseconds. */
  readonly intervalMs: number;
  /** The most keys that are distinguished at the same time. Events of further keys are counted together. */
  readonly maxKeys: number;
  readonly onFirst: (event: A) => void;
  /** Called with the last of the counted events of one key. */
  readonly onRepeated: (event: A, counted: EventCount) => void;
  /** Called with the count of the events of all further keys. */
  readonly onOthers: (counted: EventCount) => void;
}

/** Coalesces events. Its memory is bounded, and every event is reported or counted. */
export interface Coalescer<A> {
  readonly record: (key: string, event: A) => void;
  /** Reports all counts now, and forgets the keys. */
  readonly flush: () => void;
}

interface Repeats<A> {
  readonly last: A;
  readonly count: number;
}

/** Returns a coalescer without events. A key without events for a whole interval is forgotten. */
export const coalescer = <A>({ clock, intervalMs, maxKeys, ...report }: CoalescerDeps<A>): Coalescer<A> => {
  const known = new Map<string, Repeats<A>>();
  let others = 0;
  let since = 0;
  let cancelTimer: (() => void) | undefined;

  const reportCounts = (): void => {
    for (const [key, { last, count }] of known) {
      if (count > 0) report.onRepeated(last, { count, since });
      if (count > 0) known.set(key, { last, count: 0 });
      else known.delete(key);
    }
    if (others > 0) report.onOthers({ count: others, since });
    others = 0;
  };

  const endInterval = (): void => {
    reportCounts();
    cancelTimer = undefined;
    if (known.size > 0) beginInterval();
  };

  const beginInterval = (): void => {
    since = clock.now();
    cancelTimer = clock.after(intervalMs, endInterval);
  };

  const count = (key: string, event: A): void => {
    const repeats = known.get(key);
    if (repeats !== undefined) known.set(key, { last: event, count: repeats.count + 1 });
    else if (known.size >= maxKeys) others += 1;
    else {
      known.set(key, { last: event, count: 0 });
      report.onFirst(event);
    }
  };

  return {
    record: (key, event) => {
      if (cancelTimer === undefined) beginInterval();
      count(key, event);
    },
    flush: () => {
      cancelTimer?.();
      cancelTimer = undefined;
      reportCounts();
      known.clear();
    },
  };
};
