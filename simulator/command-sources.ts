// Who sends the commands that the simulated devices receive in this process.
import type { SendAs } from '../application/as-run/as-run.js';
import type { CommandSource } from '../domain/as-run.js';

/** The sources of commands. */
export interface CommandSources {
  /** Sends a command. While `send` runs, its source is the present one. */
  readonly sendAs: SendAs;
  /** Returns the source of the command that is being sent; null if it is unknown, such as that of one from a network. */
  readonly present: () => CommandSource | null;
}

/** Returns sources, none of which is present. Commands are sent synchronously, so that each has the right one. */
export const commandSources = (): CommandSources => {
  let present: CommandSource | null = null;
  return {
    present: () => present,
    sendAs: (source, send) => {
      const before = present;
      present = source;
      try {
        return send();
      } finally {
        present = before;
      }
    },
  };
};
