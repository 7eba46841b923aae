// A command under way: its two promises, and the means to settle them.
import * as E from 'fp-ts/lib/Either.js';
import { failure } from '../domain/failure.js';
import type { CommandResult, SentCommand } from '../application/ports/commands.js';
import type { DeviceCommand } from './behaviour.js';

/** A command that was sent and isn't confirmed yet. */
export interface PendingPromises<Command> extends DeviceCommand<Command> {
  readonly sent: SentCommand;
  readonly accept: () => void;
  /** The device's state shows it, so it was accepted too. */
  readonly confirm: () => void;
  /** The device's state shows something else: another command took its place, or nothing came of it. */
  readonly supersede: () => void;
  /** It failed, or nobody knows. */
  readonly fail: (message: string) => void;
}

const right: CommandResult = E.right(undefined);

const deviceError = (message: string): CommandResult => E.left(failure('device_error', message));

/** Takes a command on its way. What settles a promise first holds. */
export const pendingPromises = <Command>(order: DeviceCommand<Command>): PendingPromises<Command> => {
  const accepted = Promise.withResolvers<CommandResult>();
  const confirmed = Promise.withResolvers<CommandResult>();
  const settle = (ended: CommandResult): void => {
    accepted.resolve(ended);
    confirmed.resolve(ended);
  };
  return {
    ...order,
    sent: { accepted: accepted.promise, confirmed: confirmed.promise },
    accept: () => {
      accepted.resolve(right);
    },
    confirm: () => {
      settle(right);
    },
    supersede: () => {
      accepted.resolve(right);
      confirmed.resolve(
        deviceError(
          'it was taken, but the state shows something else: nothing came of it, or another command took its place',
        ),
      );
    },
    fail: (message) => {
      settle(deviceError(message));
    },
  };
};
