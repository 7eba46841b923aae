// Commands sent to devices: what a driver promises about their acknowledgement.
import * as E from 'fp-ts/lib/Either.js';
import type { Failure } from '../../domain/failure.js';

/** How a step of a command ended. */
export type CommandResult = E.Either<Failure, void>;

/**
 * A command that has left for its device. Either promise may never settle when the device stays silent, and may settle
 * long after nobody waits any more; neither ever rejects.
 */
export interface SentCommand {
  /** The device's first reply: it has taken the command. */
  readonly accepted: Promise<CommandResult>;
  /** The device's own state shows what was asked for. */
  readonly confirmed: Promise<CommandResult>;
  /**
   * Asked when nobody waits any longer: why it isn't confirmed, where the device answers and its state shows something
   * else; undefined where it is silent. A device without the question is silent.
   */
  readonly failureAtTimeout?: () => Failure | undefined;
}

/** Sends a command, or says at once why it can't: `device_unavailable` when the device isn't connected. */
export type SendResult = E.Either<Failure, SentCommand>;

const now: Promise<CommandResult> = Promise.resolve(E.right(undefined));

/** What the service does by itself is acknowledged at once. */
export const acknowledgedAtOnce: SendResult = E.right({ accepted: now, confirmed: now });
