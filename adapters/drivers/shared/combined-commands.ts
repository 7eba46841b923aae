// Commands to several devices that count as one.
import * as E from 'fp-ts/lib/Either.js';
import type { CommandResult, SentCommand } from '../../../application/ports/commands.js';

const firstFailure = async (results: readonly Promise<CommandResult>[]): Promise<CommandResult> =>
  (await Promise.all(results)).find(E.isLeft) ?? E.right(undefined);

/** Returns a command that is accepted and confirmed when all are. */
export const combinedCommands = (commands: readonly SentCommand[]): SentCommand => ({
  accepted: firstFailure(commands.map(({ accepted }) => accepted)),
  confirmed: firstFailure(commands.map(({ confirmed }) => confirmed)),
  failureAtTimeout: () => commands.map((one) => one.failureAtTimeout?.()).find((failed) => failed !== undefined),
});
