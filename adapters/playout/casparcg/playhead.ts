// The playhead of a clip: a fixed point from which its position follows by the clock, so that reports in steps of frames
// that arrive a little early or late don't look like changes.
import type { Foreground } from './layer-state.js';

/** A position, and when it was reached. Times are in milliseconds since 1970 UTC. */
export interface Playhead {
  readonly positionMs: number;
  readonly asOfMs: number;
  readonly paused: boolean;
  /** Since when reports differ from it; null while they don't. */
  readonly driftsSinceMs: number | null;
}

/** How far a report may differ from the playhead, for how long, and how far at most. Milliseconds. */
const drift = { toleratedMs: 120, forMs: 200, limitMs: 1_000 };

/** Returns the playhead of a report. */
export const playheadAt = ({ timeS, paused }: Foreground, nowMs: number): Playhead => ({
  positionMs: Math.round(timeS * 1_000),
  asOfMs: nowMs,
  paused,
  driftsSinceMs: null,
});

/** Returns how far a report is from the playhead. The end of a loop is also its beginning. */
const distance = ({ positionMs, asOfMs }: Playhead, { timeS, totalS, loop }: Foreground, nowMs: number): number => {
  const [timeMs, totalMs] = [timeS * 1_000, totalS * 1_000];
  const expectedMs = positionMs + (nowMs - asOfMs);
  if (!loop || totalMs === 0) return Math.abs(timeMs - expectedMs);
  const within = Math.abs(timeMs - (expectedMs % totalMs));
  return Math.min(within, totalMs - within);
};

const isHeld = ({ positionMs, paused }: Playhead, foreground: Foreground): boolean =>
  paused && foreground.paused && Math.round(foreground.timeS * 1_000) === positionMs;

/** Returns the playhead after another report of the same clip. It stays the same unless the clip was paused or moved. */
export const followPlayhead = (playhead: Playhead, foreground: Foreground, nowMs: number): Playhead => {
  if (isHeld(playhead, foreground)) return playhead;
  if (foreground.paused || playhead.paused) return playheadAt(foreground, nowMs);
  // A still has no position.
  const offMs = foreground.totalS === 0 ? 0 : distance(playhead, foreground, nowMs);
  if (offMs <= drift.toleratedMs) return { ...playhead, driftsSinceMs: null };
  const driftsSinceMs = playhead.driftsSinceMs ?? nowMs;
  const isOff = offMs >= drift.limitMs || nowMs - driftsSinceMs >= drift.forMs;
  return isOff ? playheadAt(foreground, nowMs) : { ...playhead, driftsSinceMs };
};
