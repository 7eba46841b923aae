// The port of the players behind the outputs.
import type { ClipDefinition } from '../../domain/studio/clip.js';
import type { Scene } from '../../domain/studio/output.js';
import type { Watch } from './watch.js';
import type { SendResult } from './commands.js';

/** A clip together with the bank it was found in. */
export interface ClipSelection {
  readonly bank: string;
  readonly clip: ClipDefinition;
}

/** The players behind the outputs. Their state is what they reported last. */
export interface Players {
  readonly play: (output: string, scene: string, selection: ClipSelection) => SendResult;
  /** Stops the clips that the scenes play. Confirmed when none of the scenes plays. */
  readonly stop: (output: string, scenes: readonly string[]) => SendResult;
  /** Returns what each scene of an output plays, in the layout's order, and whether its player is connected. */
  readonly state: (output: string) => { readonly connected: boolean; readonly scenes: readonly Scene[] };
  /** Reports the id of an output whose `state` may have changed. */
  readonly watch: Watch;
}
