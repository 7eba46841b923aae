// The length of clips on simulated players, which have no files that they could measure.
import type { ClipDefinition } from '../domain/studio/clip.js';

/** The length of a clip for which the studio file has none, in milliseconds. */
const unmeasuredMs = 60_000;

/** Returns the length of a clip on a simulated player, in milliseconds. */
export const simulatedDurationMs = ({ durationMs = unmeasuredMs }: Pick<ClipDefinition, 'durationMs'>): number =>
  durationMs;
