// Commands to devices, and what a driver reports about their acknowledgement.
import * as E from 'fp-ts/lib/Either.js';
import type { Failure } from '../../domain/failure.js';
import type { DeviceCommand } from '../../domain/studio/command.js';

/** The result of a command, or of one part of its acknowledgement. */
export type CommandResult = E.Either<Failure, void>;

/**
 * A command that was sent to its device. Its promises may stay pending if the device doesn't reply, and may settle after
 * the caller has stopped waiting. They never reject.
 */
export interface SentCommand {
  /** The device's first reply: it accepted the command. */
  readonly accepted: Promise<CommandResult>;
  /** The device's own state shows the result of the command. */
  readonly confirmed: Promise<CommandResult>;
  /**
   * Returns why the command isn't confirmed, if the device replies but its state shows something else (PLAY-17);
   * undefined if the device is silent. Called after the timeout: what wasn't sent by then is never sent. Absent if the driver
   * doesn't know.
   */
  readonly failureAtTimeout?: () => Failure | undefined;
}

/** The sent command, or the failure to send it: `device_unavailable` if the device isn't connected. */
export type SendResult = E.Either<Failure, SentCommand>;

/** Sends commands to devices. */
export type Send<Sent = DeviceCommand> = (command: Sent) => SendResult;

/**
 * Returns why a command would be refused now though its device is connected, as `send` would, without sending it; undefined if it
 * wouldn't be.
 */
export type Refusal<Sent = DeviceCommand> = (command: Sent) => Failure | undefined;

const done: Promise<CommandResult> = Promise.resolve(E.right(undefined));

/** The acknowledgement of what the service does itself, without a device. */
export const acknowledgedAtOnce: SendResult = E.right({ accepted: done, confirmed: done });
