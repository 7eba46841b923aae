// What runs on a layer, followed from one report to the next.
import type { ClipSelection } from '../../../application/ports/players.js';
import type { Foreground } from './channel.js';
import { hasEnded, hasPicture, isFileOf } from './picture.js';

/** A clip that runs, or has stuck on the way. */
export interface ClipRun {
  readonly cue: ClipSelection;
  /** Milliseconds since 1970 UTC. */
  readonly startedAtMs: number;
  readonly timeS: number;
  /** How many reports in a row have told the same time, and when the first and the last of them came. */
  readonly stills: number;
  readonly stillSinceMs: number;
  readonly toldAtMs: number;
}

/** What a layer's reports are read with. */
export interface Reading {
  readonly nowMs: number;
  /** What the server writes before the paths of its media. */
  readonly folder: string;
  /** The clips that a file may be. */
  readonly cues: readonly ClipSelection[];
}

/** A file whose time hasn't moved in so many reports, for so long, has stuck: a truncated one never comes to its end. */
const stuckAfter = { stills: 5, ms: 1_000 };

/** How far back time may go within one run, seconds. */
const backS = 0.2;

/** A run that has begun. */
export const begun = (cue: ClipSelection, startedAtMs: number, { timeS }: Foreground, nowMs: number): ClipRun => ({
  ...{ cue, startedAtMs, timeS, stills: 0, stillSinceMs: nowMs, toldAtMs: nowMs },
});

/** Silence proves nothing: only reports that differ in nothing do. */
export const isStuck = ({ stills, stillSinceMs, toldAtMs }: ClipRun): boolean =>
  stills >= stuckAfter.stills && toldAtMs - stillSinceMs >= stuckAfter.ms;

/** When it ends by what the layout tells of its clip; never while it loops. */
export const endsAtMs = ({ cue: { clip }, startedAtMs }: ClipRun): number =>
  clip.loop === true ? Infinity : startedAtMs + clip.durationMs;

const goesOn = (run: ClipRun, { timeS, paused }: Foreground, nowMs: number): ClipRun => {
  const still = timeS === run.timeS && !paused;
  return still
    ? { ...run, stills: run.stills + 1, toldAtMs: nowMs }
    : { ...run, timeS, stills: 0, stillSinceMs: nowMs, toldAtMs: nowMs };
};

const isSameRun = (run: ClipRun, { path = '', timeS, loop }: Foreground, folder: string): boolean =>
  isFileOf(run.cue.clip, path, folder) && (loop || timeS >= run.timeS - backS);

const foundOn = (foreground: Foreground, { cues, folder, nowMs }: Reading): ClipRun | null => {
  const cue = cues.find(({ clip }) => isFileOf(clip, foreground.path ?? '', folder));
  return cue === undefined ? null : begun(cue, Math.round(nowMs - foreground.timeS * 1_000), foreground, nowMs);
};

/** What runs by a new report, where `run` ran by the one before. */
export const followRun = (
  run: ClipRun | null,
  foreground: Foreground | undefined,
  reading: Reading,
): ClipRun | null => {
  if (foreground?.path === undefined || hasEnded(foreground)) return null;
  // While a file has no picture of its own, the clip before it is still seen.
  if (!hasPicture(foreground)) return run !== null && reading.nowMs < endsAtMs(run) ? run : null;
  if (run !== null && isSameRun(run, foreground, reading.folder)) return goesOn(run, foreground, reading.nowMs);
  return foundOn(foreground, reading);
};
