// The log of the commands that were sent to the simulated devices.
import type { SendAs } from '../application/as-run/as-run.js';
import type { CommandSource } from '../domain/as-run.js';
import { utcTime } from '../domain/codec/utc-time.js';
import type { FaultType } from './fault.js';

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

/** How a command ended. A `dropped` one was on its way, or queued, when the connection was lost. */
export type CommandEnd = 'executed' | 'refused' | 'dropped';

/** A command that was sent to a device. Commands that couldn't be sent aren't logged. */
export interface LoggedCommand {
  /** Consecutive, across all devices of the studio. */
  readonly number: number;
  /** When it was sent, ISO-8601. */
  readonly time: string;
  readonly device: string;
  readonly command: object;
  /** Who sent it; null if that is unknown, because it came from another process or the driver sent it by itself. */
  readonly source: CommandSource | null;
  /** `sent` while it is on its way, `queued` while its device is frozen, then the way it ended. */
  readonly outcome: 'sent' | 'queued' | CommandEnd;
  /** When it ended, ISO-8601; null until then. */
  readonly endedAt: string | null;
  /** The fault that its device had when it ended. */
  readonly fault: FaultType | null;
}

/** The log of a studio, oldest first. */
export interface CommandLog {
  /** Adds an entry and returns its number. */
  readonly open: (device: string, command: object) => number;
  readonly queue: (number: number) => void;
  /** Sends commands whose entries show their source. */
  readonly sendAs: SendAs;
  /** Ends an entry. Has no effect on an entry that has ended already. */
  readonly end: (number: number, outcome: CommandEnd, fault: FaultType | null) => void;
  readonly entries: () => readonly LoggedCommand[];
  /** Removes all entries; numbers start at 1 again. */
  readonly clear: () => void;
}

/** Maximum number of entries. */
export const logLimit = 1_000;

/** Returns a log of the last {@link logLimit} commands. `now` returns milliseconds since 1970 UTC. */
export const commandLog = (now: () => number): CommandLog => {
  const { sendAs, present } = commandSources();
  const entries = new Map<number, LoggedCommand>();
  const time = (): string => utcTime(now());
  let last = 0;

  const update = (number: number, changes: Partial<LoggedCommand>): void => {
    const entry = entries.get(number);
    if (entry?.endedAt === null) entries.set(number, { ...entry, ...changes });
  };

  return {
    sendAs,
    open: (device, command) => {
      last += 1;
      const head = { number: last, time: time(), device, command, source: present() };
      entries.set(last, { ...head, outcome: 'sent', endedAt: null, fault: null });
      entries.delete(last - logLimit);
      return last;
    },
    queue: (number) => {
      update(number, { outcome: 'queued' });
    },
    end: (number, outcome, fault) => {
      update(number, { outcome, fault, endedAt: time() });
    },
    entries: () => [...entries.values()],
    clear: () => {
      entries.clear();
      last = 0;
    },
  };
};
