// What a display shows of the studio's records.
import { t } from '@lingui/core/macro';
import type { Output, Scene } from '../../../../domain/studio/output.js';
import type { Tally } from '../../../../domain/studio/tally.js';
import type { StudioRecord, StudioRecords } from '../live/records.js';
import { countdown, remainingOf } from '../panel/key-state.js';

/** A clip of a bank. */
export interface ShownClip {
  readonly bank: string;
  readonly clip: string;
}

/** How a tally is shown. */
export type Lamp = 'air' | 'ready' | 'off' | 'unknown';

/** The words of a lamp. */
export const lampTexts: Readonly<Record<Lamp, string>> = {
  air: t`ON AIR`,
  ready: t`STAND BY`,
  off: t`OFF AIR`,
  unknown: t`UNKNOWN`,
};

/** What a display shows of one scene. */
export interface SceneState {
  /** The remaining time, or what stands in its place. */
  readonly remaining: string;
  /** `soon` in the last ten seconds, `last` in the last three. */
  readonly urgency: 'soon' | 'last' | 'none';
  readonly mark: 'none' | 'paused' | 'loop' | 'lengthUnknown';
  readonly clip: ShownClip | null;
  readonly next: ShownClip | null;
}

/** The words of a mark. */
export const markTexts: Readonly<Record<SceneState['mark'], string>> = {
  none: '',
  paused: t`Paused`,
  loop: t`Loop`,
  lengthUnknown: t`Length unknown`,
};

/** What a scene shows of which nothing is known. */
export const unknownScene: SceneState = { remaining: '–:––', urgency: 'none', mark: 'none', clip: null, next: null };

const [soonMs, lastMs] = [10_000, 3_000];

const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Finds a record by one of its names, in any letters' case. */
export const recordNamed = (
  records: StudioRecords,
  kind: string,
  name: string,
  fields: readonly string[],
): StudioRecord | undefined =>
  [...(records.get(kind)?.values() ?? [])].find((record) =>
    fields.some((field) => isSameName(String(record[field]), name)),
  );

/** Returns the scene that a display shows: the one that it names, else the first that plays, else the first. */
export const sceneOf = ({ scenes }: Output, name: string | null): Scene | undefined =>
  name === null
    ? (scenes.find(({ clip }) => clip !== null) ?? scenes[0])
    : scenes.find(({ id }) => isSameName(id, name));

const urgencyOf = (ms: number | undefined, { paused }: Scene): SceneState['urgency'] => {
  if (ms === undefined || paused || ms > soonMs) return 'none';
  return ms > lastMs ? 'soon' : 'last';
};

/** Returns what comes after the clip: the one that is cued, else the next one of the playlist. */
const nextOf = ({ cued, playlist }: Scene): ShownClip | null =>
  cued ?? (playlist?.next == null ? null : { bank: playlist.bank, clip: playlist.next });

const markOf = ({ clip, paused, loop }: Scene, ms: number | undefined): SceneState['mark'] => {
  if (clip === null) return 'none';
  if (paused) return 'paused';
  if (loop) return 'loop';
  return ms === undefined ? 'lengthUnknown' : 'none';
};

/** Returns what a display shows of a scene. `now` is the service's time in milliseconds since 1970 UTC. */
export const sceneState = (scene: Scene, now: number): SceneState => {
  const ms = remainingOf(scene, now);
  return {
    remaining: ms === undefined ? unknownScene.remaining : countdown(ms),
    urgency: urgencyOf(ms, scene),
    mark: markOf(scene, ms),
    clip: scene.clip === null || scene.bank === null ? null : { bank: scene.bank, clip: scene.clip },
    next: nextOf(scene),
  };
};

const lamps: Readonly<Record<Tally, Lamp>> = { program: 'air', preview: 'ready', off: 'off' };

/** Returns how a tally is shown. */
export const lampOf = (tally: Tally | null): Lamp => (tally === null ? 'unknown' : lamps[tally]);
