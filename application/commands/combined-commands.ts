// Several commands that count as one.
import * as E from 'fp-ts/lib/Either.js';
import type { CommandResult, SendResult, SentCommand } from '../ports/commands.js';
import { reasonOf } from '../../domain/failure.js';

/** Resolves with the first failure in the order of the results; with success if there is none. */
export const firstFailure = async (results: readonly Promise<CommandResult>[]): Promise<CommandResult> =>
  (await Promise.all(results)).find(E.isLeft) ?? E.right(undefined);

/** Returns a command that was sent, or one that has failed: other devices may have received theirs. */
const asSent = (result: SendResult): SentCommand =>
  E.isRight(result) ? result.right : { accepted: Promise.resolve(result), confirmed: Promise.resolve(result) };

/** Returns a command that is accepted and confirmed when all are. */
const combined = (commands: readonly SentCommand[]): SentCommand => ({
  accepted: firstFailure(commands.map(({ accepted }) => accepted)),
  confirmed: firstFailure(commands.map(({ confirmed }) => confirmed)),
  failureAtTimeout: () => commands.map((one) => one.failureAtTimeout?.()).find((failed) => failed !== undefined),
});

const mayHaveReached = (result: SendResult): boolean => E.isLeft(result) && reasonOf(result.left) === 'unexpected';

/**
 * Returns several commands as one: not sent only if none was. If one was sent and another one not, the command has failed.
 * `nothing` is the result where there are none.
 */
export const combinedCommands = (sent: readonly SendResult[], nothing: SendResult): SendResult => {
  const [first = nothing, ...others] = sent;
  if (others.length === 0) return first;
  if (sent.every(E.isLeft)) return sent.find(mayHaveReached) ?? first;
  return E.right(combined(sent.map(asSent)));
};
