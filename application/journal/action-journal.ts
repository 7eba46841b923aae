// The action journal: which actions are under way, stored before their commands are sent (CRASH-1).
import type { JournalEntry } from '../../domain/journal-entry.js';
import type { Clock } from '../ports/clock.js';
import type { JournalFile } from '../ports/journal-file.js';
import type { Log } from '../ports/log.js';
import { within } from '../state/within.js';
import { writeBehind } from '../state/write-behind.js';

/** What the journal uses. */
export interface ActionJournalDeps {
  readonly file: Pick<JournalFile, 'append' | 'replace' | 'size'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Returns the interrupted calls that the file keeps. */
  readonly kept: () => readonly JournalEntry[];
}

/** The journal of one running service. Nothing rejects. */
export interface ActionJournal {
  /**
   * Adds an action. Resolves when it would survive a power cut; without that if the disk rejects it, or doesn't answer
   * within a second: a disk doesn't stop the studio (CRASH-4).
   */
  readonly begin: (entry: JournalEntry) => Promise<void>;
  /** Removes an action. Has no effect for an unknown id. */
  readonly end: (id: string) => void;
  /** Resolves when no write is in progress. */
  readonly settled: () => Promise<unknown>;
  /** Removes all actions, because the service stops and has answered them. */
  readonly close: () => Promise<unknown>;
}

/** How long an action waits for the disk, in milliseconds. */
const diskTimeoutMs = 1_000;

/** Size from which the file is replaced by one that has only open entries, in octets. */
const maxFileBytes = 1_048_576;

/** The most changes that wait for the disk; beyond it the whole file is written instead. */
const maxPending = 1_000;

/** Entries that are open, and what of them the file lacks. */
const pendingChanges = ({ file, kept }: ActionJournalDeps) => {
  const open = new Map<string, JournalEntry>();
  let opened: JournalEntry[] = [];
  let closed: string[] = [];
  // The file is replaced at first, so that it contains no line that was cut off.
  let mustReplace = true;

  /** While the disk hangs, changes don't pile up: the file is replaced later. */
  const limitPending = (): void => {
    if (opened.length + closed.length <= maxPending) return;
    [opened, closed, mustReplace] = [[], [], true];
  };

  const store = async (): Promise<void> => {
    const isReplaced = mustReplace || file.size() > maxFileBytes;
    const changes = [opened, closed] as const;
    [opened, closed, mustReplace] = [[], [], false];
    await (isReplaced ? file.replace([...kept(), ...open.values()]) : file.append(...changes));
  };

  return {
    open: (entry: JournalEntry): void => {
      open.set(entry.id, entry);
      opened.push(entry);
      limitPending();
    },
    close: (id: string): boolean => {
      const wasOpen = open.delete(id);
      if (wasOpen) closed.push(id);
      limitPending();
      return wasOpen;
    },
    closeAll: (): void => {
      open.clear();
      mustReplace = true;
    },
    store: async (): Promise<void> => {
      try {
        await store();
      } catch (error) {
        mustReplace = true;
        throw error;
      }
    },
  };
};

/** Returns a journal without open actions. Replaces the file at once, so that no action waits for that. */
export const actionJournal = (deps: ActionJournalDeps): ActionJournal => {
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
    close: () => {
      stop();
      changes.closeAll();
      return write();
    },
  };
};
