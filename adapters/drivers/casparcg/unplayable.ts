// Clips that CasparCG can't play.
import * as E from 'fp-ts/lib/Either.js';
import type { SendResult } from '../../../application/ports/commands.js';
import type { ClipSelection } from '../../../application/ports/players.js';
import { failure } from '../../../domain/failure.js';
import { unplayableReason } from './commands.js';

/** Returns why a player can't play a clip; undefined if it can. */
export const unplayable = (player: string, { clip }: ClipSelection): SendResult | undefined => {
  const reason = unplayableReason(clip);
  return reason === undefined ? undefined : E.left(failure('device_error', `${player} can't play the clip: ${reason}`));
};
