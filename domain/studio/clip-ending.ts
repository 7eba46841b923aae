// The notice before a clip's end: when it is due, and that it comes once.
import { endOf, type ClipTime } from './clip-time.js';

/** How long before a clip's end its notice comes, if the studio file doesn't say, in milliseconds. */
export const defaultLeadMs = 10_000;

/** How far before its notice a clip must be sought back for another notice, in milliseconds. */
const rearmMs = 1_000;

/** The notice of one scene. Times are in milliseconds since 1970 UTC. */
export interface EndingNotice {
  /** When the clip that it is about was put on air; null while none is. */
  readonly startedAtMs: number | null;
  readonly hasCome: boolean;
  /** When it is to come: now or later; null if it isn't to come as things are. */
  readonly dueAtMs: number | null;
}

/** The notice of a scene without a clip. */
export const noNotice: EndingNotice = { startedAtMs: null, hasCome: false, dueAtMs: null };

/**
 * Returns the notice after a change of a scene's clip, which is null for none. The notice is due `leadMs` before the end,
 * and at once if less than that remains (CLIP-TIME-7). It comes again only for a clip that was sought back to before it.
 */
export const nextNotice = (
  before: EndingNotice,
  time: ClipTime | null,
  leadMs: number,
  nowMs: number,
): EndingNotice => {
  if (time === null) return noNotice;
  const { startedAtMs } = time;
  const endsAtMs = endOf(time);
  const isSameClip = before.startedAtMs === startedAtMs;
  if (endsAtMs === null) return { startedAtMs, hasCome: isSameClip && before.hasCome, dueAtMs: null };
  const dueAtMs = endsAtMs - leadMs;
  const hasCome = isSameClip && before.hasCome && dueAtMs <= nowMs + rearmMs;
  return { startedAtMs, hasCome, dueAtMs: hasCome ? null : Math.max(nowMs, dueAtMs) };
};

/** Returns the notice after it has come. */
export const comeNotice = ({ startedAtMs }: EndingNotice): EndingNotice => ({
  startedAtMs,
  hasCome: true,
  dueAtMs: null,
});
