// The last call of each device that the console has not acknowledged yet, in memory.
import type { CallAnswer, DeviceCall } from '../../domain/access/report.js';
import { rateLimit } from './rate-limit.js';

/** The last calls of a device with its present token and with an old one are separate. */
const keyOf = ({ device, oldToken = 0 }: DeviceCall): string => `${String(oldToken)} ${device}`;

/**
 * How long a report waits for the answer of a call, in milliseconds. A call that takes longer is reported without its answer,
 * which follows with a later report (REPORT-8).
 */
const answerWaitMs = 10_000;

/** Delays the reports of calls that are not answered yet. */
const answerWaits = () => {
  /** When the first of the unanswered calls was made, by key. */
  const since = new Map<string, number>();
  return {
    begin: (key: string, now: number): void => {
      if (!since.has(key)) since.set(key, now);
    },
    /** If the clock was set back, a report waits no longer. */
    endsAt: (key: string, now: number): number => {
      const begin = since.get(key) ?? Infinity;
      return begin <= now ? begin + answerWaitMs : now;
    },
    end: (key: string): void => void since.delete(key),
  };
};

/** Last calls of devices that are still to be reported. All times are in milliseconds since 1970 UTC. */
export interface LastCalls {
  /** Records a call, unless a newer one is known. Returns when it may be reported. */
  readonly record: (call: DeviceCall, now: number) => number;
  /**
   * Records the answer of a call that `record` was called with, unless a newer call of the same token was recorded or
   * reported. Returns when it may be reported.
   */
  readonly answer: (call: DeviceCall, answer: CallAnswer, now: number) => number;
  /** Returns all calls that are not acknowledged. */
  readonly all: () => readonly DeviceCall[];
  /** Returns the calls that may be reported at `now`. */
  readonly due: (now: number) => readonly DeviceCall[];
  /** Returns when the next call may be reported; `Infinity` if there is none. */
  readonly dueAt: (now: number) => number;
  /** Removes calls that `due` or `all` returned and the console has received. A newer call of the same token stays. */
  readonly acknowledge: (calls: readonly DeviceCall[], now: number) => void;
}

/** Returns last calls that start with those an earlier run stored. */
export const lastCalls = (stored: readonly DeviceCall[]): LastCalls => {
  const calls = new Map(stored.map((call) => [keyOf(call), call]));
  const limit = rateLimit();
  const waits = answerWaits();
  /** The calls that were acknowledged last and without an answer, by key: their answers follow. */
  const unanswered = new Map<string, DeviceCall>();
  const dueAt = (key: string, now: number): number => Math.max(limit.dueAt(key, now), waits.endsAt(key, now));
  return {
    record: (call, now) => {
      const key = keyOf(call);
      const known = calls.get(key);
      // A call that was stored while the clock was ahead counts as made now.
      if (known === undefined || Math.min(known.time, now) <= call.time) {
        calls.set(key, call);
        waits.begin(key, now);
      }
      return dueAt(key, now);
    },
    answer: (call, answer, now) => {
      const key = keyOf(call);
      // Compared by identity: several calls may have the same time.
      if ((calls.get(key) ?? unanswered.get(key)) === call) {
        calls.set(key, { ...call, answer });
        waits.end(key);
      }
      return dueAt(key, now);
    },
    all: () => [...calls.values()],
    due: (now) => [...calls.values()].filter((call) => dueAt(keyOf(call), now) <= now),
    dueAt: (now) => {
      let earliest = Infinity;
      for (const key of calls.keys()) earliest = Math.min(earliest, dueAt(key, now));
      return earliest;
    },
    acknowledge: (acknowledged, now) => {
      for (const call of acknowledged) {
        const key = keyOf(call);
        if (calls.get(key) === call) calls.delete(key);
        if (call.answer === undefined) unanswered.set(key, call);
        else unanswered.delete(key);
        waits.end(key);
        limit.markSent(key, now);
      }
    },
  };
};
