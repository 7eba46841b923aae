// Limits how often the same thing is reported to the console: a last call at once, then at most once a minute (REPORT-2); refused
// callers more promptly (REPORT-12).

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

/** How long after its last report a caller counts as a new one, in milliseconds. */
const forgottenMs = 2 * reportIntervalMs;

/** The most reports of all callers together within {@link reportIntervalMs}. */
export const maxPromptReports = 12;

/** Remembers how often callers were reported of late. */
export interface PromptLimit {
  /** Returns when a caller may be reported again, in milliseconds since 1970 UTC; `now` or earlier means at once. */
  readonly dueAt: (key: string, now: number) => number;
  /** Notes one report that has several callers. */
  readonly markSent: (keys: readonly string[], now: number) => void;
}

/** Returns how long a caller waits after so many reports in a row: not at all for the second one, then 2 s, 4 s, up to a minute. */
const intervalAfter = (reports: number): number =>
  reports === 1 ? 0 : Math.min(reportIntervalMs, 1_000 * 2 ** (reports - 1));

/**
 * Returns a limit under which the second report of a caller is as prompt as its first. One that calls all the time is reported
 * less and less often, down to once a minute, and all together at most 12 times a minute (REPORT-12).
 */
export const promptLimit = (): PromptLimit => {
  /** By caller, the one that was reported longest ago first. */
  const sent = new Map<string, { readonly time: number; readonly reports: number }>();
  /** The times of the last reports, oldest first. */
  let times: readonly number[] = [];

  const lastOf = (key: string, now: number): { readonly time: number; readonly reports: number } | undefined => {
    const last = sent.get(key);
    return last === undefined || now - last.time >= forgottenMs ? undefined : last;
  };

  const forgetBefore = (now: number): void => {
    for (const [key, { time }] of sent) {
      if (time + forgottenMs > now) return;
      sent.delete(key);
    }
  };

  return {
    dueAt: (key, now) => {
      const last = lastOf(key, now);
      // If the clock was set back, the delay is still one minute at most.
      const ownDue = last === undefined ? now : Math.min(last.time, now) + intervalAfter(last.reports);
      const [oldest = now] = times;
      return times.length < maxPromptReports ? ownDue : Math.max(ownDue, Math.min(oldest, now) + reportIntervalMs);
    },
    markSent: (keys, now) => {
      forgetBefore(now);
      for (const key of keys) {
        const reports = (lastOf(key, now)?.reports ?? 0) + 1;
        sent.delete(key);
        sent.set(key, { time: now, reports });
      }
      times = [...times, now].slice(-maxPromptReports);
    },
  };
};
