// What drivers of players share: the failure of what a player can't do.
import * as E from 'fp-ts/lib/Either.js';
import type { SendResult } from '../../../application/ports/commands.js';
import { failure } from '../../../domain/failure.js';

/** Returns the failure of what the player of an output can't do, and why. */
export const cannot =
  (verb: string, reason: string) =>
  (output: string): SendResult =>
    E.left(failure('conflict', `the player of the output "${output}" can't ${verb}: ${reason}`));
