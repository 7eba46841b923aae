// What a studio layout says about players: which outputs have one, and which clips they can play.
import type { BankDefinition } from '../../domain/studio/clip.js';
import type { OutputDefinition } from '../../domain/studio/output.js';
import type { PlayerDefinition } from '../../domain/studio/player.js';
import type { ClipSelection } from '../ports/players.js';

/** An output whose player the layout describes. */
export interface OutputWithPlayer extends OutputDefinition {
  readonly player: PlayerDefinition;
}

/** Whether the layout describes a player for an output. */
export const hasPlayer = (output: OutputDefinition): output is OutputWithPlayer => output.player !== undefined;

/** Returns every clip of the given banks, in their order. */
export const clipSelections = (banks: readonly BankDefinition[]): readonly ClipSelection[] =>
  banks.flatMap(({ key, clips }) => clips.map((clip) => ({ bank: key, clip })));
