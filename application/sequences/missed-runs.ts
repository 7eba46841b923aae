// The runs that an automation missed, and the alarm about them.
import { utcTime } from '../../domain/codec/utc-time.js';
import type { Alarms } from '../alarms/alarms.js';
import type { MissedTimes } from './calendar-timer.js';

/** The missed runs of one automation. */
export interface MissedRuns {
  /** Called when trigger times have passed without a run. */
  readonly times: (times: MissedTimes) => void;
  /** Called when a trigger has fired during a run: the event in words; null for a time. */
  readonly duringRun: (event: string | null) => void;
  /** Called when a run begins. */
  readonly begin: () => void;
  /** Called when a run has succeeded. Returns what clears the alarm, unless a trigger was missed since the run began. */
  readonly succeed: () => () => void;
}

/** Returns the missed runs of an automation: none yet. */
export const missedRuns = (id: string, alarms: Pick<Alarms, 'raise' | 'clear'>): MissedRuns => {
  let hasMissed = false;
  const report = (missed: string): void => {
    hasMissed = true;
    alarms.raise('automation_missed', id, (name) => `the automation "${name}" missed a run: ${missed}`);
  };
  return {
    times: ([first, ...others]) => {
      const last = others.at(-1);
      const times = last === undefined ? utcTime(first) : `${utcTime(first)} to ${utcTime(last)}`;
      report(`${String(others.length + 1)} trigger times passed without a run (${times})`);
    },
    duringRun: (event) => {
      report(`${event === null ? 'a trigger time passed' : `${event} came`} while its previous run was not over`);
    },
    begin: () => {
      hasMissed = false;
    },
    succeed: () => {
      const isOver = !hasMissed;
      return () => {
        if (isOver) alarms.clear('automation_missed', id);
      };
    },
  };
};
