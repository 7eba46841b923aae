// What drivers of players share: commands of several scenes, and the failures of commands that are not sent.
import * as E from 'fp-ts/lib/Either.js';
import type { CommandResult, SendResult, SentCommand } from '../../../application/ports/commands.js';
import { failure } from '../../../domain/failure.js';

const firstFailure = async (results: readonly Promise<CommandResult>[]): Promise<CommandResult> =>
  (await Promise.all(results)).find(E.isLeft) ?? E.right(undefined);

/** Returns a command that is accepted and confirmed when all are. */
export const combined = (commands: readonly SentCommand[]): SentCommand => ({
  accepted: firstFailure(commands.map(({ accepted }) => accepted)),
  confirmed: firstFailure(commands.map(({ confirmed }) => confirmed)),
  failureAtTimeout: () => commands.map((one) => one.failureAtTimeout?.()).find((failed) => failed !== undefined),
});

/** Returns the failure of what the player of an output can't do, and why. */
export const cannot =
  (verb: string, reason: string) =>
  (output: string): SendResult =>
    E.left(failure('conflict', `the player of the output "${output}" can't ${verb}: ${reason}`));

/** The failure of a command to an output that is not attached any more. */
export const notServed = (output: string): SendResult =>
  E.left(failure('device_unavailable', `no connection serves the output "${output}"`));
