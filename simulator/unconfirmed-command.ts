// A command that isn't confirmed yet: its two promises, and the functions that settle them.
import * as E from 'fp-ts/lib/Either.js';
import { failure, superseded } from '../domain/failure.js';
import type { CommandResult, SentCommand } from '../application/ports/commands.js';
import type { NumberedCommand } from './behaviour.js';

/** A command that was sent and isn't confirmed yet. */
export interface UnconfirmedCommand<Command> extends NumberedCommand<Command> {
  readonly sent: SentCommand;
  readonly accept: () => void;
  /** The device's state shows the command, so the command was accepted too. */
  readonly confirm: () => void;
  /** The device's state shows something else: another command replaced this one, or it had no effect. */
  readonly supersede: () => void;
  /** The command failed, or its outcome is unknown. */
  readonly fail: (message: string) => void;
}

const done: CommandResult = E.right(undefined);

const deviceError = (message: string): CommandResult => E.left(failure('device_error', message));

const supersededMessage =
  'it was accepted, but the state shows something else: it had no effect, or another command replaced it';

/** Creates the promises of a command. Once settled, a promise doesn't change. */
export const unconfirmedCommand = <Command>(command: NumberedCommand<Command>): UnconfirmedCommand<Command> => {
  const accepted = Promise.withResolvers<CommandResult>();
  const confirmed = Promise.withResolvers<CommandResult>();
  const settle = (result: CommandResult): void => {
    accepted.resolve(result);
    confirmed.resolve(result);
  };
  return {
    ...command,
    sent: { accepted: accepted.promise, confirmed: confirmed.promise },
    accept: () => {
      accepted.resolve(done);
    },
    confirm: () => {
      settle(done);
    },
    supersede: () => {
      accepted.resolve(done);
      confirmed.resolve(E.left(superseded(supersededMessage)));
    },
    fail: (message) => {
      settle(deviceError(message));
    },
  };
};
