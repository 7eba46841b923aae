// The last run of a macro or an automation: how it ended, and what a restart of the service needs of it.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { dateTime, described, oneOf, orNull } from '../codec/codec.js';
import { utcTime } from '../codec/utc-time.js';
import type { Failure } from '../failure.js';

const RunOutcome = described(oneOf('done', 'stopped', 'failed'), {
  description: 'done: all steps are done; stopped: it ended before that, without a fault; failed: a step failed',
  examples: ['failed'],
});

/** A run that has ended, as callers read it (MACRO-7, AUTOMATION-14). */
export const LastRun = described(
  t.readonly(
    t.type({
      outcome: RunOutcome,
      step: orNull(t.number, 'The number of the step that it ended at, from 1; null if it had no steps'),
      error: orNull(t.string, 'The error code of the step that failed; null if none did'),
      startedAt: dateTime,
      endedAt: dateTime,
    }),
    'LastRun',
  ),
  {
    description: 'How the last run ended',
    examples: [
      {
        outcome: 'failed',
        step: 3,
        error: 'device_unavailable',
        startedAt: '2026-01-31T12:00:00.000Z',
        endedAt: '2026-01-31T12:00:01.200Z',
      },
    ],
  },
);
export type LastRun = t.TypeOf<typeof LastRun>;

/** The field of a record that shows its last run. */
export const lastRunField = orNull(
  LastRun,
  'How the last run ended; null if none has. A run that goes on is not shown',
);

/** What a restart of the service needs: the last run, and the message of the alarm about a failed run that is still open. */
export const RememberedRun = t.readonly(t.type({ lastRun: LastRun, alarm: t.union([t.string, t.null]) }));
export type RememberedRun = t.TypeOf<typeof RememberedRun>;

/** The remembered runs of macros or of automations, by id. */
export const RememberedRuns = t.readonly(t.record(t.string, RememberedRun));
export type RememberedRuns = t.TypeOf<typeof RememberedRuns>;

/** A run that ends. Times are milliseconds since 1970 UTC. */
export interface EndingRun {
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  /** The number of the current step, from 1; 0 if there is none. */
  readonly step: number;
}

/** How a run ends: by itself, or because it is stopped. */
export type RunEnd = E.Either<Failure, void> | 'stopped';

const outcomeOf = (end: RunEnd): LastRun['outcome'] => {
  if (end === 'stopped') return 'stopped';
  return E.isLeft(end) ? 'failed' : 'done';
};

/** Returns the record of a run that ends. */
export const endedRun = ({ startedAtMs, endedAtMs, step }: EndingRun, end: RunEnd): LastRun => ({
  outcome: outcomeOf(end),
  step: step === 0 ? null : step,
  error: end !== 'stopped' && E.isLeft(end) ? end.left.code : null,
  startedAt: utcTime(startedAtMs),
  endedAt: utcTime(endedAtMs),
});

/** Returns what is remembered of a run. One that was stopped ends no alarm, because it doesn't show that the fault is over. */
export const rememberRun = (before: RememberedRun | undefined, lastRun: LastRun, message: string): RememberedRun => {
  const alarms = { done: null, failed: message, stopped: before?.alarm ?? null };
  return { lastRun, alarm: alarms[lastRun.outcome] };
};
