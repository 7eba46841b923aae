// The port of the file that keeps what repetitions of actions need.
import type { JournalEntry } from '../../domain/journal-entry.js';
import type { KeptAnswer } from '../../domain/kept-answer.js';

/** What the file keeps. */
export interface LedgerContent {
  /** The actions that are under way. */
  readonly entries: readonly JournalEntry[];
  /** The answers to actions with idempotency keys. */
  readonly answers: readonly KeptAnswer[];
}

/** What is added to the file: actions that begin or have ended (by their ids), and answers. */
export interface LedgerChanges extends LedgerContent {
  readonly closed: readonly string[];
}

/** Stores which actions are under way, and the answers to those with keys. */
export interface LedgerFile {
  /** Returns the actions that have begun and not ended, and all answers. Never rejects. */
  readonly load: () => Promise<LedgerContent>;
  /**
   * Adds changes. Resolves once the actions that begin would survive a power cut; the others are only handed to the operating
   * system. Rejects if it can't be written. Calls must not overlap.
   */
  readonly append: (changes: LedgerChanges) => Promise<void>;
  /** Replaces the file by one with this content alone. Rejects if it can't be written. Calls must not overlap. */
  readonly replace: (content: LedgerContent) => Promise<void>;
  /** Returns the size of the file, in octets. */
  readonly size: () => number;
}
