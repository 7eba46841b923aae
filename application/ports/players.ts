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

/**
 * How a driver knows a player's state:
 * - `osc`: the player reports it with every frame, on a port of the driver's own;
 * - `osc_default_port`: the same, on the port that the player sends to unasked;
 * - `info`: the player doesn't report it, so it is read after commands and every 30 seconds.
 */
export const stateSources = ['osc', 'osc_default_port', 'info'] as const;
export type StateSource = (typeof stateSources)[number];

/** The players behind the outputs. Their state is what they reported last. */
export interface Players {
  readonly play: (output: string, scene: string, selection: ClipSelection) => SendResult;
  /** Stops the clips that the scenes play. Confirmed when none of the scenes plays. */
  readonly stop: (output: string, scenes: readonly string[]) => SendResult;
  /** Returns what each scene of an output plays, in the layout's order, and whether its player is connected. */
  readonly state: (output: string) => { readonly connected: boolean; readonly scenes: readonly Scene[] };
  /** Returns how the state of an output is known; null if it isn't, or if its driver knows only one way. */
  readonly stateSource: (output: string) => StateSource | null;
  /** Reports the id of an output whose `state` may have changed. */
  readonly watch: Watch;
}
