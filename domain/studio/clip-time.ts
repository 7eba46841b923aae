// The time of a clip that is on a scene: its position, how much of it remains, and when it ends.

/**
 * The time of a clip, in milliseconds. Stays the same while nothing but time passes: a pause, a seek or another start
 * changes it. Points in time (`…AtMs`, `asOfMs`, `nowMs`) are since 1970 UTC, positions since the clip's beginning.
 */
export interface ClipTime {
  /** When the clip was put on air. A pause or a seek doesn't change it. */
  readonly startedAtMs: number;
  /** The position at `asOfMs`. */
  readonly positionMs: number;
  readonly asOfMs: number;
  readonly paused: boolean;
  /** Whether the clip starts again at its end. */
  readonly loop: boolean;
  /** Length of the clip, 1 or more; null if it is unknown. */
  readonly durationMs: number | null;
}

/** Longer than every clip, and short enough that the end of one is a date: 31 years, in milliseconds. */
export const maxReportedMs = 1e12;

/** Returns a position or duration as a player reports it, in milliseconds, from 0 to {@link maxReportedMs}. NaN becomes 0. */
export const reportedMs = (ms: number): number => Math.min(Math.max(ms || 0, 0), maxReportedMs);

/** Returns the time of a clip that starts from its beginning. */
export const startedClip = (
  startedAtMs: number,
  { loop, durationMs }: Pick<ClipTime, 'loop' | 'durationMs'>,
): ClipTime => ({ startedAtMs, positionMs: 0, asOfMs: startedAtMs, paused: false, loop, durationMs });

/** Returns the position at a time: within the clip if its length is known (CLIP-TIME-2). */
export const positionAt = ({ positionMs, asOfMs, paused, loop, durationMs }: ClipTime, nowMs: number): number => {
  const position = positionMs + (paused ? 0 : Math.max(0, nowMs - asOfMs));
  if (durationMs === null) return position;
  // A loop may be a little before its beginning, which is also its end.
  return loop ? ((position % durationMs) + durationMs) % durationMs : Math.min(position, durationMs);
};

/** Returns when a clip ends; null while it loops, is paused or has an unknown length (CLIP-TIME-3). */
export const endOf = ({ positionMs, asOfMs, paused, loop, durationMs }: ClipTime): number | null =>
  paused || loop || durationMs === null ? null : asOfMs + Math.max(0, durationMs - positionMs);

/** Returns how much of a clip remains, 0 or more; null under the conditions of {@link endOf}. */
export const remainingAt = (time: ClipTime, nowMs: number): number | null => {
  const endsAtMs = endOf(time);
  return endsAtMs === null ? null : Math.max(0, endsAtMs - Math.max(nowMs, time.asOfMs));
};

/** Returns the whole seconds of a remaining time, rounded up (CLIP-TIME-5). */
export const secondsLeft = (remainingMs: number): number => Math.ceil(remainingMs / 1_000);

const movedTo = (time: ClipTime, positionMs: number, asOfMs: number): ClipTime => ({ ...time, positionMs, asOfMs });

/** Returns the time of the same clip, paused where it is. A clip that is paused already doesn't change. */
export const pausedClip = (time: ClipTime, nowMs: number): ClipTime =>
  time.paused ? time : { ...movedTo(time, positionAt(time, nowMs), nowMs), paused: true };

/** Returns the time of the same clip, running on from where it was paused. A clip that runs doesn't change. */
export const resumedClip = (time: ClipTime, nowMs: number): ClipTime =>
  time.paused ? { ...time, asOfMs: nowMs, paused: false } : time;

/** Returns the time of the same clip at another position. A paused clip stays paused (SEEK-2). */
export const soughtClip = (time: ClipTime, positionMs: number, nowMs: number): ClipTime =>
  movedTo(time, positionMs, nowMs);

/** Whether a position lies before the end of a clip. Every position does if the clip's length is unknown (SEEK-3). */
export const isWithin = ({ durationMs }: Pick<ClipTime, 'durationMs'>, positionMs: number): boolean =>
  durationMs === null || positionMs < durationMs;
