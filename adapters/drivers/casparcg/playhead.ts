// The playhead of a clip: a fixed point from which its position follows by the clock, so that reports in steps of frames
// that arrive a little early or late don't look like changes. What the reports differ from it is its correction.
import type { Foreground } from './layer-state.js';
import { followReport, noCorrection, type PositionCorrection } from './position-correction.js';

/** A position, and when it was reached. Times are in milliseconds since 1970 UTC. */
export interface Playhead {
  readonly positionMs: number;
  readonly asOfMs: number;
  readonly paused: boolean;
  /** Since when reports differ from it; null while they don't. */
  readonly driftsSinceMs: number | null;
  readonly correction: PositionCorrection;
}

/** How far a report may differ from the playhead, for how long, and how far at most. Milliseconds. */
const drift = { toleratedMs: 120, forMs: 200, limitMs: 1_000 };

/** Returns the playhead of a report. */
export const playheadAt = ({ timeS, paused }: Foreground, nowMs: number): Playhead => ({
  positionMs: Math.round(timeS * 1_000),
  asOfMs: nowMs,
  paused,
  driftsSinceMs: null,
  correction: noCorrection(timeS * 1_000, nowMs),
});

/** Returns how far a report is ahead of the corrected position. The end of a loop is also its beginning. */
const aheadOf = (
  { positionMs, asOfMs, correction }: Playhead,
  { timeS, totalS, loop }: Foreground,
  nowMs: number,
): number => {
  const [timeMs, totalMs] = [timeS * 1_000, totalS * 1_000];
  const offMs = timeMs - (positionMs + correction.aheadMs + (nowMs - asOfMs));
  return loop ? offMs - Math.round(offMs / totalMs) * totalMs : offMs;
};

const isHeld = ({ positionMs, paused }: Playhead, foreground: Foreground): boolean =>
  paused && foreground.paused && Math.round(foreground.timeS * 1_000) === positionMs;

/** Returns how far a report is from the playhead. A loop has no end that could shift: only a jump moves its playhead. */
const distance = ({ correction }: Playhead, { loop }: Foreground, offMs: number): number => {
  if (!loop) return Math.abs(correction.aheadMs + offMs);
  return Math.abs(offMs) >= drift.limitMs ? drift.limitMs : 0;
};

/**
 * Returns the playhead while the first picture of a loop's next run is awaited, which is reported as its beginning. The
 * beginning of a clip that is played again is far from the playhead, and says nothing of it.
 */
export const awaitBeginning = (playhead: Playhead, foreground: Foreground, nowMs: number): Playhead => {
  const offMs = aheadOf(playhead, foreground, nowMs);
  if (playhead.paused || foreground.paused || Math.abs(offMs) >= drift.limitMs) return playhead;
  return { ...playhead, correction: followReport(playhead.correction, { reportedMs: 0, offMs }, nowMs) };
};

/**
 * Returns the playhead after another report of the same clip. Only its correction changes unless the clip was paused or
 * moved, or ends at another time than it seemed.
 */
export const followPlayhead = (playhead: Playhead, foreground: Foreground, nowMs: number): Playhead => {
  if (isHeld(playhead, foreground)) return playhead;
  if (foreground.paused || playhead.paused) return playheadAt(foreground, nowMs);
  // A still has no position.
  if (foreground.totalS === 0) return playhead;
  const reportedMs = foreground.timeS * 1_000;
  const offMs = aheadOf(playhead, foreground, nowMs);
  const offPlayheadMs = distance(playhead, foreground, offMs);
  const correction = followReport(playhead.correction, { reportedMs, offMs }, nowMs);
  if (offPlayheadMs <= drift.toleratedMs) return { ...playhead, correction, driftsSinceMs: null };
  const driftsSinceMs = playhead.driftsSinceMs ?? nowMs;
  const isOff = offPlayheadMs >= drift.limitMs || nowMs - driftsSinceMs >= drift.forMs;
  return isOff ? playheadAt(foreground, nowMs) : { ...playhead, correction, driftsSinceMs };
};
