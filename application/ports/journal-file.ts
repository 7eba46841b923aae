// The port of the file in which actions are journalled before they are sent.
import type { JournalEntry } from '../../domain/journal-entry.js';

/** Stores which actions are under way. */
export interface JournalFile {
  /** Returns the entries that were opened and not closed. Never rejects. */
  readonly load: () => Promise<readonly JournalEntry[]>;
  /**
   * Adds entries, and closes others by their ids. Resolves once the added entries would survive a power cut; ids alone
   * are only handed to the operating system. Rejects if it can't be written. Calls must not overlap.
   */
  readonly append: (opened: readonly JournalEntry[], closed: readonly string[]) => Promise<void>;
  /** Replaces the file by one with these entries alone. Rejects if it can't be written. Calls must not overlap. */
  readonly replace: (entries: readonly JournalEntry[]) => Promise<void>;
  /** Returns the size of the file, in octets. */
  readonly size: () => number;
}
