// How far a clip is ahead of its playhead, by the player's reports. A clip stands still while the player waits for
// pictures, for example where a loop begins again, and is behind from then on.

/** The correction of a position. */
export interface PositionCorrection {
  /** How far the clip is ahead, in milliseconds; negative if it is behind. */
  readonly aheadMs: number;
  /** The position in the last report, in milliseconds, and when the report arrived, in milliseconds since 1970 UTC. */
  readonly reportedMs: number;
  readonly reportedAtMs: number;
  /** Since when all reports were behind the corrected position, and how far the least of them; null while they aren't. */
  readonly behind: { readonly sinceMs: number; readonly byMs: number } | null;
}

/** Up to which difference a correction stays as it is, in milliseconds: the end of a clip is not shown anew for less. */
const toleratedMs = 20;

/** For how long reports may be behind before the clip is, in milliseconds. A report may be late, but never early. */
const lateMs = 100;

/** Returns the correction of a playhead that is at a report's position. */
export const noCorrection = (reportedMs: number, nowMs: number): PositionCorrection => ({
  aheadMs: 0,
  reportedMs,
  reportedAtMs: nowMs,
  behind: null,
});

/** Returns how far the least of the reports is behind that were behind for long enough; undefined while none were. */
const behindAfter = ({ sinceMs, byMs }: NonNullable<PositionCorrection['behind']>, nowMs: number) =>
  nowMs - sinceMs >= lateMs ? byMs : undefined;

/**
 * Returns the correction after another report, which is `offMs` ahead of the corrected position, or behind it if that is
 * negative. A report that is ahead counts at once, and so does one that shows the same position as the report before:
 * then the clip stands still. Other reports that are behind may be late.
 */
export const followReport = (
  correction: PositionCorrection,
  { reportedMs, offMs }: { readonly reportedMs: number; readonly offMs: number },
  nowMs: number,
): PositionCorrection => {
  const { aheadMs, reportedAtMs, behind: before } = correction;
  const by = (ms: number): PositionCorrection => ({ ...noCorrection(reportedMs, nowMs), aheadMs: aheadMs + ms });
  if (Math.abs(offMs) <= toleratedMs) return by(0);
  const isStanding = reportedMs === correction.reportedMs;
  if (offMs > 0 || isStanding || nowMs - reportedAtMs >= lateMs) return by(offMs);
  const behind = { sinceMs: before?.sinceMs ?? nowMs, byMs: Math.min(before?.byMs ?? Infinity, -offMs) };
  const byMs = behindAfter(behind, nowMs);
  return byMs === undefined ? { ...by(0), behind } : by(-byMs);
};
