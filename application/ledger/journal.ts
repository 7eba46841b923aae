// The journal: which actions are under way, stored before their commands are sent (CRASH-1), and the answers to those with keys.
import type { JournalEntry } from '../../domain/journal-entry.js';
import type { KeptAnswer } from '../../domain/kept-answer.js';
import type { Clock } from '../ports/clock.js';
import type { LedgerContent, LedgerFile } from '../ports/ledger-file.js';
import type { Log } from '../ports/log.js';
import { within } from '../state/within.js';
import { writeBehind } from '../state/write-behind.js';

export interface JournalDeps {
  readonly file: Pick<LedgerFile, 'append' | 'replace' | 'size'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Returns what the file keeps besides the actions under way: interrupted calls, and answers. */
  readonly kept: () => LedgerContent;
}

/** The journal of one running service. Nothing rejects. */
export interface Journal {
  /**
   * Adds an action. Resolves when it would survive a power cut; without that if the disk rejects it, or doesn't answer
   * within a second: a disk doesn't stop the studio (CRASH-4).
   */
  readonly begin: (entry: JournalEntry) => Promise<void>;
  /** Removes an action. Has no effect for an unknown id. */
  readonly end: (id: string) => void;
  /** Adds an answer, which `kept` returns from now on. */
  readonly keep: (answer: KeptAnswer) => void;
  /** Resolves when no write is in progress. */
  readonly settled: () => Promise<unknown>;
  /** Removes all actions, because the service stops and has answered them. */
  readonly close: () => Promise<unknown>;
}

/** How long an action waits for the disk, in milliseconds. */
const diskTimeoutMs = 1_000;

/** How much is appended at least before the file is replaced by one that has only what is kept, in octets; as much as that has. */
const minAppendedBytes = 1_048_576;

/** The most changes that wait for the disk; beyond it the whole file is written instead. */
const maxPending = 1_000;

/** Changes that the file lacks. */
interface Waiting {
  readonly entries: JournalEntry[];
  readonly answers: KeptAnswer[];
  readonly closed: string[];
}

const nothing = (): Waiting => ({ entries: [], answers: [], closed: [] });

/** Actions that are under way, and what of them and of the answers the file lacks. */
const pendingChanges = ({ file, kept }: JournalDeps) => {
  const open = new Map<string, JournalEntry>();
  let waiting = nothing();
  // The file is replaced at first, so that it contains no line that was cut off.
  let mustReplace = true;
  let replacedBytes = 0;

  /** Adds a change. While the disk hangs, changes don't pile up: the file is replaced later. */
  const add = (change: (changes: Waiting) => unknown): void => {
    change(waiting);
    if (waiting.entries.length + waiting.answers.length + waiting.closed.length <= maxPending) return;
    [waiting, mustReplace] = [nothing(), true];
  };

  const write = async (): Promise<void> => {
    const isReplaced = mustReplace || file.size() > replacedBytes + Math.max(replacedBytes, minAppendedBytes);
    const changes = waiting;
    [waiting, mustReplace] = [nothing(), false];
    if (!isReplaced) return file.append(changes);
    const { entries, answers } = kept();
    await file.replace({ entries: [...entries, ...open.values()], answers });
    replacedBytes = file.size();
  };

  return {
    open: (entry: JournalEntry): void => {
      open.set(entry.id, entry);
      add(({ entries }) => entries.push(entry));
    },
    close: (id: string): boolean => {
      const wasOpen = open.delete(id);
      if (wasOpen) add(({ closed }) => closed.push(id));
      return wasOpen;
    },
    keep: (answer: KeptAnswer): void => {
      add(({ answers }) => answers.push(answer));
    },
    closeAll: (): void => {
      open.clear();
      mustReplace = true;
    },
    store: (): Promise<void> =>
      write().catch((error: unknown) => {
        mustReplace = true;
        throw error;
      }),
  };
};

/** Returns a journal without actions under way. Replaces the file at once, so that no action waits for that. */
export const journal = (deps: JournalDeps): Journal => {
  const { clock, log } = deps;
  const changes = pendingChanges(deps);
  let isWorking = true;

  const reportFailure = (fields: Readonly<Record<string, unknown>>): void => {
    if (isWorking) log.error('the action journal is not written: after a crash, calls may be sent twice', fields);
    isWorking = false;
  };

  const { write, settled, stop } = writeBehind({
    clock,
    save: async () => {
      await changes.store();
      if (!isWorking) log.info('the action journal is written again');
      isWorking = true;
    },
    onFailure: (error) => {
      reportFailure({ error });
    },
  });

  void write();
  return {
    settled,
    begin: async (entry) => {
      changes.open(entry);
      const written = write();
      if (isWorking && (await within(clock, diskTimeoutMs, written)) !== true)
        reportFailure({ timeoutMs: diskTimeoutMs });
    },
    end: (id) => {
      if (changes.close(id)) void write();
    },
    keep: (answer) => {
      changes.keep(answer);
      void write();
    },
    close: () => {
      stop();
      changes.closeAll();
      return write();
    },
  };
};
