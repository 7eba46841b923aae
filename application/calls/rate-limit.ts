// How often the console is told of one and the same: at once, and then at most once a minute.

/** A report of one and the same goes out so often at the most, milliseconds (decisions, part 5). */
export const reportIntervalMs = 60_000;

/** Remembers what was told within the last minute. */
export interface RateLimit {
  /** When it may be told again, milliseconds since 1970 UTC; `now` or before where it may be told at once. */
  readonly dueAt: (what: string, now: number) => number;
  readonly markSent: (what: string, now: number) => void;
}

/** Nothing has been told yet. */
export const rateLimit = (): RateLimit => {
  /** In the order in which it was told. */
  const toldAt = new Map<string, number>();
  const forgetBefore = (now: number): void => {
    for (const [what, at] of toldAt) {
      if (at + reportIntervalMs > now) return;
      toldAt.delete(what);
    }
  };
  return {
    dueAt: (what, now) => {
      const at = toldAt.get(what);
      // A clock that was set back delays by a minute, no more.
      return at === undefined ? now : Math.min(at, now) + reportIntervalMs;
    },
    markSent: (what, now) => {
      forgetBefore(now);
      toldAt.delete(what);
      toldAt.set(what, now);
    },
  };
};
