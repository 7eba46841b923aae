// Tracks the clip that runs on a layer from one state report to the next.
import type { ClipSelection } from '../../../application/ports/players.js';
import type { Foreground } from './channel.js';
import { hasEnded, hasPicture, isFileOf } from './picture.js';

/** A clip that runs, or that got stuck while running. */
export interface ClipRun {
  readonly selection: ClipSelection;
  /** In milliseconds since 1970 UTC, like every `…AtMs` and `…SinceMs` here. */
  readonly startedAtMs: number;
  readonly timeS: number;
  /** Number of consecutive reports with an unchanged position, and the times of the first and the last of them. */
  readonly unchangedReports: number;
  readonly unchangedSinceMs: number;
  readonly reportedAtMs: number;
}

/** What is needed to interpret a layer's report. */
export interface ReportContext {
  readonly nowMs: number;
  /** The prefix of the server's media paths. */
  readonly folder: string;
  /** The clips that a reported file may belong to. */
  readonly selections: readonly ClipSelection[];
}

/** When a run counts as stuck. A truncated file stops moving and never reaches its end. */
const stuckAfter = { reports: 5, ms: 1_000 };

/** How far the position may jump back within one run, in seconds. */
const maxBackwardS = 0.2;

/** Returns a run that has just started. */
export const startRun = (
  selection: ClipSelection,
  startedAtMs: number,
  { timeS }: Foreground,
  nowMs: number,
): ClipRun => ({
  selection,
  startedAtMs,
  timeS,
  unchangedReports: 0,
  unchangedSinceMs: nowMs,
  reportedAtMs: nowMs,
});

/** Whether a run is stuck. Only identical reports count, not missing ones. */
export const isStuck = ({ unchangedReports, unchangedSinceMs, reportedAtMs }: ClipRun): boolean =>
  unchangedReports >= stuckAfter.reports && reportedAtMs - unchangedSinceMs >= stuckAfter.ms;

/** When a run ends according to its clip's configured duration; Infinity for a looping clip. */
export const endsAtMs = ({ selection: { clip }, startedAtMs }: ClipRun): number =>
  clip.loop === true ? Infinity : startedAtMs + clip.durationMs;

const continueRun = (run: ClipRun, { timeS, paused }: Foreground, nowMs: number): ClipRun => {
  const isUnchanged = timeS === run.timeS && !paused;
  return isUnchanged
    ? { ...run, unchangedReports: run.unchangedReports + 1, reportedAtMs: nowMs }
    : { ...run, timeS, unchangedReports: 0, unchangedSinceMs: nowMs, reportedAtMs: nowMs };
};

const isSameRun = (run: ClipRun, { path = '', timeS, loop }: Foreground, folder: string): boolean =>
  isFileOf(run.selection.clip, path, folder) && (loop || timeS >= run.timeS - maxBackwardS);

const detectRun = (foreground: Foreground, { selections, folder, nowMs }: ReportContext): ClipRun | null => {
  const selection = selections.find(({ clip }) => isFileOf(clip, foreground.path ?? '', folder));
  if (selection === undefined) return null;
  return startRun(selection, Math.round(nowMs - foreground.timeS * 1_000), foreground, nowMs);
};

/** Returns what runs according to a new report, given the run of the previous report. */
export const followRun = (
  run: ClipRun | null,
  foreground: Foreground | undefined,
  context: ReportContext,
): ClipRun | null => {
  if (foreground?.path === undefined || hasEnded(foreground)) return null;
  // Until a file has a picture, the server keeps showing the clip before it.
  if (!hasPicture(foreground)) return run !== null && context.nowMs < endsAtMs(run) ? run : null;
  if (run !== null && isSameRun(run, foreground, context.folder)) return continueRun(run, foreground, context.nowMs);
  return detectRun(foreground, context);
};
