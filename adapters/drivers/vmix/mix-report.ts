// What a state of the vMix shows of the mix of one scene.
import type { ClipIndex } from './clip-index.js';
import { findInput } from './clip-input.js';
import { inputWith, type VmixInput, type VmixState } from './state.js';

/** What a report shows of a mix. */
export interface MixReport {
  readonly active: VmixInput | undefined;
  /** Undefined if the idle input is in preview. */
  readonly preview: VmixInput | undefined;
  /** When it arrived, in milliseconds since 1970 UTC. */
  readonly atMs: number;
  /** Whether the idle input is on the mix. */
  readonly isIdle: boolean;
  /** Whether a clip, or a part of its input, is on the mix. */
  readonly hasClip: boolean;
  /** Whether an input is on air in any mix. */
  readonly isOnAir: (key: string) => boolean;
}

/** The mix of a scene. */
export interface MixSettings {
  /** The number of the mix; undefined if the studio file names none. */
  readonly mix: number | undefined;
  /** The input that is on air while no clip is. */
  readonly idle: string;
}

/** Whether an input is on air in any mix but `except`. */
export const isOnAir = (state: VmixState, key: string, except?: number): boolean =>
  [...state.mixes].some(([mix, { active }]) => mix !== except && inputWith(state, active)?.key === key);

/** Reads what a state shows of a mix. */
export const mixReport = (settings: MixSettings, clips: ClipIndex, state: VmixState, atMs: number): MixReport => {
  const mix = settings.mix === undefined ? undefined : state.mixes.get(settings.mix);
  const idle = findInput(state, settings.idle)?.key;
  const active = inputWith(state, mix?.active);
  const preview = inputWith(state, mix?.preview);
  const isIdle = active?.key === idle;
  return {
    active,
    preview: preview?.key === idle ? undefined : preview,
    atMs,
    isIdle,
    hasClip: active !== undefined && !isIdle && clips.isClipInput(active),
    isOnAir: (key) => isOnAir(state, key),
  };
};
