// Keeps what isn't acknowledged on disk: within a second of a change, all changes of that second at once.
import type { DeviceCall } from '../../domain/access/report.js';
import type { Clock } from '../ports/clock.js';
import type { Log } from '../ports/log.js';
import type { UnreportedRefusals } from './refusals.js';

/** All that the console hasn't acknowledged yet. */
export interface Unreported extends UnreportedRefusals {
  readonly lastCalls: readonly DeviceCall[];
}

/** Where it is kept. */
export interface ReportFile {
  /** What was kept last, or nothing. Never rejects. */
  readonly load: () => Promise<Unreported>;
  /** Resolves once it would survive a power cut; rejects when it can't be kept. Calls must not overlap. */
  readonly keep: (unreported: Unreported) => Promise<void>;
}

/** What keeping takes. */
export interface ReportWriterDeps {
  readonly kept: Pick<ReportFile, 'keep'>;
  /** What is to be kept, as it is now. */
  readonly unreported: () => Unreported;
  readonly clock: Clock;
  readonly log: Log;
}

/** Writes behind. */
export interface ReportWriter {
  /** Something has changed: it is on disk within a second. Costs next to nothing. */
  readonly soon: () => void;
  /** Writes now; whether what is known now is on disk. Never rejects. */
  readonly now: () => Promise<boolean>;
  /** Ends the writing behind. */
  readonly stop: () => void;
}

/** Changes gather for so long before they are written, milliseconds. */
const gatherMs = 1_000;

/** After so long a disk that took nothing is tried again, milliseconds. */
const againAfterMs = 30_000;

/** Makes a keeper. A disk that takes nothing is told of once, and once more when it takes again. */
export const reportWriter = ({ kept, unreported, clock, log }: ReportWriterDeps): ReportWriter => {
  let callOff: (() => void) | undefined;
  let isStopped = false;
  let isFailing = false;
  let turn: Promise<unknown> = Promise.resolve();

  const after = (ms: number): void => {
    if (!isStopped) callOff ??= clock.after(ms, () => void write());
  };

  const tellOf = (failing: boolean, error?: unknown): void => {
    if (failing && !isFailing) log.error('reports for the console could not be kept on disk', { error });
    if (!failing && isFailing) log.info('reports for the console are kept on disk again');
    isFailing = failing;
  };

  const tryToKeep = (): Promise<boolean> => {
    callOff?.();
    callOff = undefined;
    return kept.keep(unreported()).then(
      () => {
        tellOf(false);
        return true;
      },
      (error: unknown) => {
        tellOf(true, error);
        after(againAfterMs);
        return false;
      },
    );
  };

  const write = (): Promise<boolean> => {
    const written = turn.then(tryToKeep);
    turn = written;
    return written;
  };

  return {
    soon: () => {
      after(isFailing ? againAfterMs : gatherMs);
    },
    now: write,
    stop: () => {
      isStopped = true;
      callOff?.();
    },
  };
};
