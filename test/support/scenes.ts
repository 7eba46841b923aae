// The scenes of an output as callers read them.
import type { Players } from '../../application/ports/players.js';
import { sceneRecords } from '../../application/state/scenes.js';
import type { Scene } from '../../domain/studio/output.js';

/** Returns the scenes, without graphics, at a time, in milliseconds since 1970 UTC. Tests of what doesn't change with time omit it. */
export const scenesOf = (players: Players, output: string, nowMs = 0): readonly Scene[] =>
  sceneRecords(players.state(output), nowMs, () => ({ graphic: null, playlist: null }));

/** Returns a scene on which nothing plays and nothing is cued. */
export const idleScene = (id: string): Scene => ({
  id,
  clip: null,
  bank: null,
  startedAt: null,
  endsAt: null,
  positionMs: null,
  durationMs: null,
  remainingMs: null,
  paused: false,
  loop: false,
  cued: null,
  graphic: null,
  playlist: null,
});
