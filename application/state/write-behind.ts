// Writes changing data to a file in the background: one write at a time, and again after a failure.
import type { Clock } from '../ports/clock.js';

/** Delay before a failed write is retried, in milliseconds. */
const retryDelayMs = 30_000;

/** How long a write may take before the alarm is raised, in milliseconds. */
const slowWriteMs = 10_000;

/** The alarm about a file. Its functions may be called at any time. */
export interface FileAlarm {
  /** Called after a write that failed. */
  readonly raise: () => void;
  /** Called after a write that succeeded. */
  readonly clear: () => void;
}

/** Raises nothing: for programs without alarms. */
export const noFileAlarm: FileAlarm = { raise: () => undefined, clear: () => undefined };

export interface WriteBehindDeps {
  /** Writes the newest data. Rejects if it can't be written. Calls never overlap. */
  readonly save: () => Promise<void>;
  readonly clock: Clock;
  /** Called after every failed write. `isFirst` is false if the write before it failed too. */
  readonly onFailure: (error: unknown, isFirst: boolean) => void;
  /** Called after the first write that succeeds after a failure. */
  readonly onRecovery?: () => void;
  /** The alarm about the file: raised while it can't be written, also while a write takes very long. Default: none. */
  readonly alarm?: FileAlarm;
}

/** Writes in the background. */
export interface WriteBehind {
  /**
   * Writes once the write in progress has ended. Calls made until then share one write. Resolves with whether it
   * succeeded; never rejects.
   */
  readonly write: () => Promise<boolean>;
  /** Writes within `delayMs`, or at the next retry after a failure. */
  readonly schedule: (delayMs: number) => void;
  /** Resolves when the last requested write has ended. */
  readonly settled: () => Promise<unknown>;
  /** Cancels the scheduled write and all retries. `write` still works. */
  readonly stop: () => void;
}

/** Returns a write that raises the alarm while it fails or takes very long, and clears it when it succeeds. */
const withAlarm =
  ({ save, clock, alarm = noFileAlarm }: WriteBehindDeps): (() => Promise<void>) =>
  async () => {
    const cancel = clock.after(slowWriteMs, alarm.raise);
    try {
      await save();
      alarm.clear();
    } catch (error) {
      alarm.raise();
      throw error;
    } finally {
      cancel();
    }
  };

/** Returns a write-behind that has nothing to write yet. */
export const writeBehind = (deps: WriteBehindDeps): WriteBehind => {
  const { clock, onFailure, onRecovery } = deps;
  const save = withAlarm(deps);
  let last: Promise<boolean> = Promise.resolve(true);
  let queued: Promise<boolean> | undefined;
  let cancelTimer: (() => void) | undefined;
  let isFailing = false;
  let isStopped = false;

  const schedule = (delayMs: number): void => {
    if (!isStopped) cancelTimer ??= clock.after(isFailing ? retryDelayMs : delayMs, () => void write());
  };

  const unschedule = (): void => {
    cancelTimer?.();
    cancelTimer = undefined;
  };

  const saveNow = async (): Promise<boolean> => {
    queued = undefined;
    unschedule();
    const wasFailing = isFailing;
    try {
      await save();
      isFailing = false;
      if (wasFailing) onRecovery?.();
    } catch (error) {
      isFailing = true;
      onFailure(error, !wasFailing);
      schedule(retryDelayMs);
    }
    return !isFailing;
  };

  const write = (): Promise<boolean> => {
    queued ??= last.then(saveNow);
    last = queued;
    return queued;
  };

  const stop = (): void => {
    isStopped = true;
    unschedule();
  };

  return { write, schedule, settled: () => last, stop };
};
