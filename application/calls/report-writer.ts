// Stores unreported calls on disk: within a second of a change, together with the other changes of that second.
import { noFileAlarm, type FileAlarm } from '../state/write-behind.js';
import type { Clock } from '../ports/clock.js';
import type { Log } from '../ports/log.js';
import type { ReportFile, UnreportedCalls } from '../ports/report-file.js';
import { writeBehind } from '../state/write-behind.js';

export interface ReportWriterDeps {
  readonly file: Pick<ReportFile, 'save'>;
  /** Returns what to store, as it is now. */
  readonly unreported: () => UnreportedCalls;
  readonly clock: Clock;
  readonly log: Log;
  /** Default: none. */
  readonly alarm?: FileAlarm;
}

/** Stores unreported calls in the background. */
export interface ReportWriter {
  /** Schedules a write within a second. Cheap. */
  readonly writeSoon: () => void;
  /** Writes now. Resolves with whether everything known now is on disk. Never rejects. */
  readonly writeNow: () => Promise<boolean>;
  /** Cancels scheduled writes. */
  readonly stop: () => void;
}

/** How long changes are collected before they are written, in milliseconds. */
const batchDelayMs = 1_000;

/** Returns a writer. Logs the first of several failures, and the recovery. */
export const reportWriter = ({ file, unreported, clock, log, alarm = noFileAlarm }: ReportWriterDeps): ReportWriter => {
  const { schedule, write, stop } = writeBehind({
    save: () => file.save(unreported()),
    clock,
    alarm,
    onFailure: (error, isFirst) => {
      if (isFirst) log.error('reports for the console could not be written to disk', { error });
    },
    onRecovery: () => {
      log.info('reports for the console are written to disk again');
    },
  });
  return {
    writeSoon: () => {
      schedule(batchDelayMs);
    },
    writeNow: write,
    stop,
  };
};
