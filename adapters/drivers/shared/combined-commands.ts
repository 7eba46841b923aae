// Commands to several devices that count as one.
import * as E from 'fp-ts/lib/Either.js';
import type { CommandResult, SendResult, SentCommand } from '../../../application/ports/commands.js';
import { failure } from '../../../domain/failure.js';

const firstFailure = async (results: readonly Promise<CommandResult>[]): Promise<CommandResult> =>
  (await Promise.all(results)).find(E.isLeft) ?? E.right(undefined);

const noScene = (output: string): SendResult =>
  E.left(failure('device_unavailable', `no connection serves a scene of the command to the output "${output}"`));

/** Returns a command that was sent, or one that has failed: other scenes may have received theirs. */
const asSent = (result: SendResult): SentCommand =>
  E.isRight(result) ? result.right : { accepted: Promise.resolve(result), confirmed: Promise.resolve(result) };

/** Returns a command that is accepted and confirmed when all are. */
const combined = (commands: readonly SentCommand[]): SentCommand => ({
  accepted: firstFailure(commands.map(({ accepted }) => accepted)),
  confirmed: firstFailure(commands.map(({ confirmed }) => confirmed)),
  failureAtTimeout: () => commands.map((one) => one.failureAtTimeout?.()).find((failed) => failed !== undefined),
});

/**
 * Returns the commands to the scenes of an output as one: not sent only if none was. If one was sent and another one not,
 * the command has failed.
 */
export const combinedCommands = (output: string, sent: readonly SendResult[]): SendResult => {
  const [first = noScene(output)] = sent;
  return sent.every(E.isLeft) ? first : E.right(combined(sent.map(asSent)));
};
