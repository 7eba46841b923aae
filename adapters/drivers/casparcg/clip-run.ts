// Tracks the clip that runs on a layer from one state report to the next.
import type { ClipSelection, SceneRun } from '../../../application/ports/players.js';
import type { Foreground } from './layer-state.js';
import { hasEnded, hasPicture, isFileOf } from './picture.js';
import { awaitBeginning, followPlayhead, playheadAt, type Playhead } from './playhead.js';

/** A clip that runs, or that got stuck while running. */
export interface LayerRun {
  readonly selection: ClipSelection;
  /** In milliseconds since 1970 UTC, like every `…AtMs` and `…SinceMs` here. */
  readonly startedAtMs: number;
  /** Position and duration in the last report, in milliseconds. The duration of a still is 0. */
  readonly positionMs: number;
  readonly durationMs: number;
  readonly paused: boolean;
  readonly loop: boolean;
  readonly playhead: Playhead;
  /** Number of consecutive reports with an unchanged position, and the times of the first and the last of them. */
  readonly unchangedReports: number;
  readonly unchangedSinceMs: number;
  readonly reportedAtMs: number;
}

/** What is needed to interpret a layer's report. */
export interface LayerReportContext {
  readonly nowMs: number;
  /** How long the report is valid: at most the time until the next one, in milliseconds. */
  readonly validMs: number;
  /** The prefix of the server's media paths. */
  readonly folder: string;
  /** The clips that a reported file may belong to. */
  readonly selections: readonly ClipSelection[];
  /** Whether a seek is pending, so that the clip may move back. */
  readonly isSought?: boolean;
}

/** When a run counts as stuck. A truncated file stops moving and never reaches its end. */
const stuckAfter = { reports: 2, ms: 1_000 };

/** How far the position may jump back within one run, in milliseconds. */
const maxBackwardMs = 200;

const reported = ({ timeS, totalS, paused, loop }: Foreground) => ({
  positionMs: timeS * 1_000,
  durationMs: totalS * 1_000,
  paused,
  loop,
});

/** Returns a run that has just started. */
export const startRun = (
  selection: ClipSelection,
  startedAtMs: number,
  foreground: Foreground,
  nowMs: number,
): LayerRun => ({
  selection,
  startedAtMs,
  ...reported(foreground),
  playhead: playheadAt(foreground, nowMs),
  unchangedReports: 0,
  unchangedSinceMs: nowMs,
  reportedAtMs: nowMs,
});

/** Whether a run is stuck. Only identical reports count, not missing ones. A still doesn't move. */
export const isStuck = ({ durationMs, unchangedReports, unchangedSinceMs, reportedAtMs }: LayerRun): boolean =>
  durationMs > 0 && unchangedReports >= stuckAfter.reports && reportedAtMs - unchangedSinceMs >= stuckAfter.ms;

/** Returns the same run, moved or paused as a report shows it now. */
export const movedRun = (run: LayerRun, foreground: Foreground, nowMs: number): LayerRun => ({
  ...run,
  ...reported(foreground),
  playhead: playheadAt(foreground, nowMs),
});

/** Returns a run as the port reports it. */
export const sceneRun = ({ selection, startedAtMs, durationMs, loop, playhead }: LayerRun): SceneRun => ({
  ...selection,
  startedAtMs,
  positionMs: playhead.positionMs,
  asOfMs: playhead.asOfMs,
  aheadMs: playhead.correction.aheadMs,
  paused: playhead.paused,
  loop,
  durationMs: Math.round(durationMs) || null,
});

/** When a run ends according to its last report; Infinity if that isn't known. */
export const endsAtMs = ({ positionMs, durationMs, paused, loop, reportedAtMs }: LayerRun): number =>
  loop || paused || durationMs === 0 ? Infinity : reportedAtMs + durationMs - positionMs;

/** When a run ends while another file is reported over it: by its last report, else by the studio file; else Infinity. */
const expectedEndMs = (run: LayerRun): number => {
  const { loop, durationMs = Infinity } = run.selection.clip;
  if (run.durationMs > 0) return endsAtMs(run);
  return loop === true ? Infinity : run.startedAtMs + durationMs;
};

const continueRun = (run: LayerRun, foreground: Foreground, nowMs: number): LayerRun => {
  const playhead = followPlayhead(run.playhead, foreground, nowMs);
  const next = { ...run, ...reported(foreground), playhead, reportedAtMs: nowMs };
  const isUnchanged = next.positionMs === run.positionMs && !next.paused;
  return isUnchanged
    ? { ...next, unchangedReports: run.unchangedReports + 1 }
    : { ...next, unchangedReports: 0, unchangedSinceMs: nowMs };
};

const isSameRun = (run: LayerRun, foreground: Foreground, { folder, isSought }: LayerReportContext): boolean => {
  const { path = '', timeS, loop } = foreground;
  const mayMoveBack = loop || isSought === true;
  return isFileOf(run.selection.clip, path, folder) && (mayMoveBack || timeS * 1_000 >= run.positionMs - maxBackwardMs);
};

/**
 * Returns a run under a file that shows no picture. A loop that begins again shows none while the server waits for its
 * first pictures: its last one stands still.
 */
const waitingRun = (run: LayerRun, foreground: Foreground, { folder, nowMs }: LayerReportContext): LayerRun => {
  const { path = '', loop, totalS } = foreground;
  const beginsAgain = run.loop && loop && totalS > 0 && isFileOf(run.selection.clip, path, folder);
  return beginsAgain ? { ...run, playhead: awaitBeginning(run.playhead, foreground, nowMs) } : run;
};

const detectRun = (foreground: Foreground, { selections, folder, nowMs }: LayerReportContext): LayerRun | null => {
  const selection = selections.find(({ clip }) => isFileOf(clip, foreground.path ?? '', folder));
  if (selection === undefined) return null;
  return startRun(selection, Math.round(nowMs - foreground.timeS * 1_000), foreground, nowMs);
};

/** Returns whether a layer plays no file. A file with its key has no path while it is awaited. */
const playsNoFile = (foreground: Foreground): boolean =>
  hasEnded(foreground) || (foreground.path === undefined && foreground.producer !== 'transition');

/** Returns what runs according to a new report, given the run of the previous report. */
export const followRun = (
  run: LayerRun | null,
  foreground: Foreground | undefined,
  context: LayerReportContext,
): LayerRun | null => {
  if (foreground === undefined || playsNoFile(foreground)) return null;
  // Until a file has a picture, the server keeps showing the clip before it.
  if (!hasPicture(foreground))
    return run !== null && context.nowMs < expectedEndMs(run) ? waitingRun(run, foreground, context) : null;
  if (run !== null && isSameRun(run, foreground, context)) return continueRun(run, foreground, context.nowMs);
  return detectRun(foreground, context);
};
