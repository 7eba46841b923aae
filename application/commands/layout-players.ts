// What a studio layout says about players: which outputs have one, and which clips they can play.
import type { BankDefinition } from '../../domain/studio/clip.js';
import type { OutputDefinition } from '../../domain/studio/output.js';
import { isAttached, type PlayerDefinition } from '../../domain/studio/player.js';
import type { ClipSelection } from '../ports/players.js';

/** An output whose player has an address of its own. */
export interface OutputWithPlayer extends OutputDefinition {
  readonly player: PlayerDefinition;
}

/** Whether the player of an output has an address of its own. */
export const hasPlayer = (output: OutputDefinition): output is OutputWithPlayer =>
  output.player !== undefined && !isAttached(output.player);

/** Returns every clip of the given banks, in their order. */
export const clipSelections = (banks: readonly BankDefinition[]): readonly ClipSelection[] =>
  banks.flatMap(({ key, clips }) => clips.map((clip) => ({ bank: key, clip })));
