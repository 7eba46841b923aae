// Limits how often the same thing is reported to the console: at once, then at most once a minute (REPORT-2).

/** Shortest interval between two reports of the same thing, in milliseconds. */
export const reportIntervalMs = 60_000;

/** Remembers what was reported within the last minute. */
export interface RateLimit {
  /** Returns when `key` may be reported again, in milliseconds since 1970 UTC; `now` or earlier means at once. */
  readonly dueAt: (key: string, now: number) => number;
  readonly markSent: (key: string, now: number) => void;
}

/** Returns a rate limit under which nothing has been reported yet. */
export const rateLimit = (): RateLimit => {
  /** Times by key, oldest first. */
  const sentAt = new Map<string, number>();
  const forgetBefore = (now: number): void => {
    for (const [key, time] of sentAt) {
      if (time + reportIntervalMs > now) return;
      sentAt.delete(key);
    }
  };
  return {
    dueAt: (key, now) => {
      const time = sentAt.get(key);
      // If the clock was set back, the delay is still one minute at most.
      return time === undefined ? now : Math.min(time, now) + reportIntervalMs;
    },
    markSent: (key, now) => {
      forgetBefore(now);
      sentAt.delete(key);
      sentAt.set(key, now);
    },
  };
};
