// Combines the commands to several layers into one.
import { firstFailure } from '../../../application/commands/combined-commands.js';
import type { Clock } from '../../../application/ports/clock.js';
import type { SentCommand } from '../../../application/ports/commands.js';
import type { LayerCommand } from './layer-command.js';
import type { PendingCommand } from './pending-command.js';

/** Returns a command that is accepted and confirmed when all are, and fails when one fails. */
export const combinedCommands = (commands: readonly PendingCommand<LayerCommand>[], clock: Clock): SentCommand => ({
  accepted: firstFailure(commands.map(({ results }) => results.accepted)),
  confirmed: firstFailure(commands.map(({ results }) => results.confirmed)),
  failureAtTimeout: () =>
    commands.map((command) => command.failureAtTimeout(clock.now())).find((failed) => failed !== undefined),
});
