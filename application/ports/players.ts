// The port of the players behind the outputs.
import type { ClipDefinition } from '../../domain/studio/clip.js';
import type { Scene } from '../../domain/studio/output.js';
import type { Watch } from './watch.js';
import type { SendResult } from './commands.js';

/** A clip told to a player, found in a bank. */
export interface ClipSelection {
  readonly bank: string;
  readonly clip: ClipDefinition;
}

/** The players behind the outputs, as far as they have told of themselves. */
export interface Players {
  readonly play: (output: string, scene: string, cue: ClipSelection) => SendResult;
  /** Ends what the scenes play; confirmed once none of them plays. */
  readonly stop: (output: string, scenes: readonly string[]) => SendResult;
  /** What every scene of an output plays, in the layout's order, and whether its player is connected. */
  readonly state: (output: string) => { readonly connected: boolean; readonly scenes: readonly Scene[] };
  /** Tells the id of an output whose `state` may have changed: a clip began, ended or was stopped, a player came or went. */
  readonly watch: Watch;
}
