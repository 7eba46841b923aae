// The clip that is on a mix.
import * as scenes from '../shared/scenes/followed-clip.js';
import { isInputOf, type ClipInput } from './clip-input.js';
import type { VmixInput } from './state.js';

/** A clip, and its input. */
export type OnAir = scenes.ClipOnAir<ClipInput>;

/** The clip on a mix. */
export class MixRun extends scenes.FollowedClip<VmixInput, ClipInput> {
  constructor() {
    super(isInputOf);
  }
}
