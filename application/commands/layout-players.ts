// The clips of a studio layout that players can play.
import type { BankDefinition } from '../../domain/studio/clip.js';
import type { ClipSelection } from '../ports/players.js';

/** Returns every clip of the given banks, in their order. */
export const clipSelections = (banks: readonly BankDefinition[]): readonly ClipSelection[] =>
  banks.flatMap(({ key, clips }) => clips.map((clip) => ({ bank: key, clip })));
