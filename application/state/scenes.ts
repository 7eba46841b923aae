// The scenes of an output as callers read them: what the player reported, with its times at the moment of reading.
import { latestMs, utcTime } from '../../domain/codec/utc-time.js';
import { endOf, positionAt, remainingAt, type ClipTime } from '../../domain/studio/clip-time.js';
import type { Scene } from '../../domain/studio/output.js';
import type { PlayerReport, SceneRun, SceneState } from '../ports/players.js';

/**
 * Returns the time of a run by the player's latest reports, with the studio file's length, or null, if the player doesn't
 * know its own (CLIP-TIME-4).
 */
export const timeOf = ({ clip, durationMs, aheadMs = 0, positionMs, ...time }: SceneRun): ClipTime => ({
  ...time,
  positionMs: positionMs + aheadMs,
  durationMs: durationMs ?? clip.durationMs ?? null,
});

const withoutAhead = ({ aheadMs: _, ...run }: SceneRun): SceneRun => run;

/** Returns a report without what changes while nothing but time passes (CLIP-TIME-8). */
export const steadyReport = ({ connected, scenes }: PlayerReport): PlayerReport => ({
  connected,
  scenes: scenes.map((scene) => ({ ...scene, run: scene.run && withoutAhead(scene.run) })),
});

/** Of a clip on a player that isn't connected, only the facts that don't change with time are known (CLIP-TIME-6). */
const unknownMoment = { endsAt: null, positionMs: null, remainingMs: null } as const;

/** Returns a point in time as text; null if it is none of the years 1970 to 9999. A player may report any number. */
const timeText = (ms: number | null): string | null => (ms !== null && ms >= 0 && ms <= latestMs ? utcTime(ms) : null);

const momentOf = (time: ClipTime, nowMs: number): Pick<Scene, keyof typeof unknownMoment> => {
  const [endsAtMs, remainingMs] = [endOf(time), remainingAt(time, nowMs)];
  return {
    endsAt: timeText(endsAtMs),
    positionMs: Math.round(positionAt(time, nowMs)),
    remainingMs: remainingMs === null ? null : Math.round(remainingMs),
  };
};

const nothingOn = {
  clip: null,
  bank: null,
  startedAt: null,
  endsAt: null,
  positionMs: null,
  durationMs: null,
  remainingMs: null,
  paused: false,
  loop: false,
} as const;

const shownRun = (
  run: SceneRun,
  connected: boolean,
  nowMs: number,
): Omit<Scene, 'id' | 'cued' | 'graphic' | 'playlist'> => {
  const time = timeOf(run);
  const { endsAt, positionMs, remainingMs } = connected ? momentOf(time, nowMs) : unknownMoment;
  return {
    clip: run.clip.key,
    bank: run.bank,
    startedAt: timeText(time.startedAtMs),
    endsAt,
    positionMs,
    durationMs: time.durationMs,
    remainingMs,
    paused: time.paused,
    loop: time.loop,
  };
};

/** The graphic and the playlist of a scene. */
type ServiceParts = Pick<Scene, 'graphic' | 'playlist'>;

const sceneRecord = (
  { id, run, cued }: SceneState,
  { graphic, playlist }: ServiceParts,
  connected: boolean,
  nowMs: number,
): Scene => ({
  id,
  ...(run === null ? nothingOn : shownRun(run, connected, nowMs)),
  cued: cued && { bank: cued.bank, clip: cued.clip.key },
  graphic,
  playlist,
});

/**
 * Returns the scenes of an output as a caller reads them at `nowMs`, in milliseconds since 1970 UTC (CLIP-TIME-1).
 * `partsIn` returns what the service itself knows of a scene.
 */
export const sceneRecords = (
  { connected, scenes }: PlayerReport,
  nowMs: number,
  partsIn: (scene: string) => ServiceParts,
): readonly Scene[] => scenes.map((scene) => sceneRecord(scene, partsIn(scene.id), connected, nowMs));
