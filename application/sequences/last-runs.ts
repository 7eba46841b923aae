// How the last runs of macros or automations ended, and the alarms about those that failed (ALARM-5, ALARM-10).
import * as E from 'fp-ts/lib/Either.js';
import { causedBy, type Failure } from '../../domain/failure.js';
import { endedRun, rememberRun, type LastRun, type RememberedRun, type RunEnd } from '../../domain/studio/last-run.js';
import type { LastRuns } from '../../domain/studio/runtime-state.js';
import type { Step } from '../../domain/studio/step.js';
import type { Alarms } from '../alarms/alarms.js';
import type { Clock } from '../ports/clock.js';
import type { StudioState } from '../state/studio-state.js';
import type { StepsRun } from './steps.js';

/** A macro or an automation, as far as its runs concern it. */
export interface Sequence {
  readonly id: string;
  readonly name: string;
  readonly steps: readonly Step[];
}

/** The last runs of macros or of automations. */
export interface RunRecords {
  /** Returns the last run that has ended; null if none has. */
  readonly last: (id: string) => LastRun | null;
  /** Stores how a run ended. */
  readonly end: (sequence: Sequence, run: Pick<StepsRun, 'step' | 'startedAtMs'>, end: RunEnd) => void;
  /** Raises or clears the alarm about a failed run, as the runs that were stored require it. */
  readonly report: (id: string) => void;
  /** Clears the alarm about a failed run for good (ALARM-9). */
  readonly clearAlarm: (id: string) => void;
}

export interface RunRecordsDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly studio: Pick<StudioState, 'runtime' | 'change'>;
  readonly alarms: Pick<Alarms, 'raise' | 'clear'>;
}

type Kind = keyof LastRuns;

const kinds = {
  macros: { noun: 'macro', alarm: 'macro_failed' },
  automations: { noun: 'automation', alarm: 'automation_failed' },
} as const satisfies Readonly<Record<Kind, unknown>>;

/** Returns the failure of a run: its message names the step. */
export const failedRun = (kind: Kind, { name, steps }: Sequence, step: number, failed: Failure): Failure => {
  const place = `step ${String(step)} of ${String(steps.length)}`;
  return causedBy(failed, `the ${kinds[kind].noun} "${name}" failed at ${place}: ${failed.message}`);
};

/** Returns the records of macros or of automations. Raises the alarms again that were open before a restart. */
export const runRecords = (kind: Kind, { clock, studio, alarms }: RunRecordsDeps): RunRecords => {
  const all = (): LastRuns[Kind] => studio.runtime().lastRuns[kind];

  /** An id may be a name that every object has. */
  const find = (id: string): RememberedRun | undefined => (Object.hasOwn(all(), id) ? all()[id] : undefined);

  const report = (id: string): void => {
    const alarm = find(id)?.alarm ?? null;
    if (alarm === null) alarms.clear(kinds[kind].alarm, id);
    else alarms.raise(kinds[kind].alarm, id, alarm);
  };

  const remember = (id: string, run: RememberedRun): void => {
    studio.change((runtime) => {
      const changed = { ...runtime.lastRuns[kind], [id]: run };
      return E.right({ ...runtime, lastRuns: { ...runtime.lastRuns, [kind]: changed } });
    });
  };

  Object.keys(all()).forEach(report);

  return {
    report,
    last: (id) => find(id)?.lastRun ?? null,
    end: (sequence, { step, startedAtMs }, end) => {
      const { id } = sequence;
      const ended = endedRun({ startedAtMs, endedAtMs: clock.now(), step: step() }, end);
      const failed = end !== 'stopped' && E.isLeft(end) ? failedRun(kind, sequence, step(), end.left).message : '';
      remember(id, rememberRun(find(id), ended, failed));
    },
    clearAlarm: (id) => {
      const run = find(id);
      if (run !== undefined && run.alarm !== null) remember(id, { ...run, alarm: null });
      report(id);
    },
  };
};
