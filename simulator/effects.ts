// What a command to equipment does to the simulated players behind it.
import * as E from 'fp-ts/lib/Either.js';
import type { SendResult } from '../application/ports/commands.js';

/** What is done to a player; undefined if nothing changes there. */
export type Effect = SendResult | undefined;

/** Waits until the players accept or refuse what a command does. Returns why one refused it; undefined if none did. */
export const refusalOf = async (effects: readonly Effect[]): Promise<string | undefined> => {
  for (const effect of effects) {
    if (effect === undefined) continue;
    const result = E.isLeft(effect) ? effect : await Promise.race([effect.right.accepted, effect.right.confirmed]);
    if (E.isLeft(result)) return result.left.message;
  }
  return undefined;
};
