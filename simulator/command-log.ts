// What the devices were told, and what became of it.
import type { FaultType } from './fault.js';

/** What became of a command: `dropped` ones were on their way, or queued, when the connection broke. */
export type CommandEnd = 'executed' | 'refused' | 'dropped';

/** A command that left for a device. One that couldn't leave is none. */
export interface LoggedCommand {
  /** Rises by one with every command of the studio. */
  readonly number: number;
  /** When it was sent, ISO-8601. */
  readonly time: string;
  readonly device: string;
  readonly command: object;
  /** `sent` while it is on its way, `queued` while its device is frozen, then how it ended. */
  readonly outcome: 'sent' | 'queued' | CommandEnd;
  /** When it ended, ISO-8601; null until then. */
  readonly endedAt: string | null;
  /** The fault its device had when it ended. */
  readonly fault: FaultType | null;
}

/** The log of a studio, oldest first. */
export interface CommandLog {
  /** Opens an entry and tells its number. */
  readonly open: (device: string, command: object) => number;
  readonly queue: (number: number) => void;
  /** Ends an entry; the first end holds. */
  readonly end: (number: number, outcome: CommandEnd, fault: FaultType | null) => void;
  readonly entries: () => readonly LoggedCommand[];
  /** Empties it; numbers begin anew. */
  readonly clear: () => void;
}

/** How many commands are kept. */
export const logLimit = 1_000;

/** A log that keeps the last {@link logLimit} commands. `now` is milliseconds since 1970 UTC. */
export const commandLog = (now: () => number): CommandLog => {
  const entries = new Map<number, LoggedCommand>();
  const time = (): string => new Date(now()).toISOString();
  let last = 0;

  const amend = (number: number, changes: Partial<LoggedCommand>): void => {
    const entry = entries.get(number);
    if (entry?.endedAt === null) entries.set(number, { ...entry, ...changes });
  };

  return {
    open: (device, command) => {
      last += 1;
      entries.set(last, { number: last, time: time(), device, command, outcome: 'sent', endedAt: null, fault: null });
      entries.delete(last - logLimit);
      return last;
    },
    queue: (number) => {
      amend(number, { outcome: 'queued' });
    },
    end: (number, outcome, fault) => {
      amend(number, { outcome, fault, endedAt: time() });
    },
    entries: () => [...entries.values()],
    clear: () => {
      entries.clear();
      last = 0;
    },
  };
};
