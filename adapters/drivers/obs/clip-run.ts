// The clip that runs on a media input, from one report of OBS to the next.
import type { ClipSelection, SceneRun } from '../../../application/ports/players.js';
import { positionAt, type ClipTime } from '../../../domain/studio/clip-time.js';
import type { InputState } from './scene-report.js';

/** When the position has left the clock: by `limitMs` at once, by `toleratedMs` for `forMs`. Milliseconds. */
const drift = { toleratedMs: 120, forMs: 200, limitMs: 1_000 };

/** A clip whose position stands for this time though it plays is stuck, in milliseconds: its file is truncated. */
const stuckMs = 1_500;

/** A clip that runs. */
export interface ClipRun {
  readonly selection: ClipSelection;
  readonly time: ClipTime;
  /** How far the position was ahead of the clock in the last report, in milliseconds. */
  readonly aheadMs: number;
  /** Since when the position has left the clock, in milliseconds since 1970 UTC; null if it hasn't. */
  readonly driftsSinceMs: number | null;
  readonly cursorMs: number;
  /** Since when the position is the same, in milliseconds since 1970 UTC. */
  readonly unchangedSinceMs: number;
  /** When the position was last reported, in milliseconds since 1970 UTC. */
  readonly reportedAtMs: number;
}

const timeFrom = (selection: ClipSelection, input: InputState, startedAtMs: number, nowMs: number): ClipTime => ({
  startedAtMs,
  positionMs: input.cursorMs,
  asOfMs: nowMs,
  paused: input.media === 'paused',
  loop: selection.clip.loop === true,
  durationMs: input.durationMs,
});

/** Returns the run of a clip that was started at `startedAtMs`. */
export const startRun = (selection: ClipSelection, input: InputState, startedAtMs: number, nowMs: number): ClipRun => ({
  selection,
  time: timeFrom(selection, input, startedAtMs, nowMs),
  aheadMs: 0,
  driftsSinceMs: null,
  cursorMs: input.cursorMs,
  unchangedSinceMs: nowMs,
  reportedAtMs: nowMs,
});

/** Returns the same run at the reported position. */
export const movedRun = (run: ClipRun, input: InputState, nowMs: number): ClipRun =>
  startRun(run.selection, input, run.time.startedAtMs, nowMs);

/** Returns how far a position is ahead of the clock. In a loop it is at most half of the clip. */
const aheadOf = ({ time }: ClipRun, { cursorMs, durationMs }: InputState, nowMs: number): number => {
  const aheadMs = cursorMs - positionAt(time, nowMs);
  return time.loop ? aheadMs - Math.round(aheadMs / durationMs) * durationMs : aheadMs;
};

/** Returns the run after a report. It stays equal, but for small corrections, while nothing but time passes. */
export const followRun = (run: ClipRun, input: InputState, nowMs: number): ClipRun => {
  const { time, cursorMs, unchangedSinceMs } = run;
  if (time.paused !== (input.media === 'paused') || time.durationMs !== input.durationMs)
    return movedRun(run, input, nowMs);
  const offMs = aheadOf(run, input, nowMs);
  const isOff = Math.abs(offMs) > drift.toleratedMs;
  const driftsSinceMs = isOff ? (run.driftsSinceMs ?? nowMs) : null;
  const stands = { unchangedSinceMs: cursorMs === input.cursorMs ? unchangedSinceMs : nowMs };
  if (Math.abs(offMs) >= drift.limitMs || (driftsSinceMs !== null && nowMs - driftsSinceMs >= drift.forMs))
    return { ...movedRun(run, input, nowMs), ...stands };
  return {
    ...run,
    aheadMs: isOff ? run.aheadMs : offMs,
    driftsSinceMs,
    cursorMs: input.cursorMs,
    ...stands,
    reportedAtMs: nowMs,
  };
};

/** Whether a clip plays by its state, but its position stands. */
export const isStuck = ({ time, unchangedSinceMs, reportedAtMs }: ClipRun): boolean =>
  !time.paused && reportedAtMs - unchangedSinceMs >= stuckMs;

/** Returns a run as the players port reports it. */
export const sceneRun = ({ selection, time, aheadMs }: ClipRun): SceneRun => ({ ...selection, ...time, aheadMs });
