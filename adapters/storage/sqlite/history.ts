// The history in the embedded database.
import type { DatabaseSync } from 'node:sqlite';
import type { HistoryEntry, HistoryStore } from '../../../application/ports/console-store.js';
import { maxHistoryEntries, historyEntryOf } from '../console-rows.js';
import type { SqliteNotifications } from './notifications.js';
import { toPromise } from './to-promise.js';

/** Writes a history entry; to be called within the transaction of its change. */
export type WriteHistoryEntry = (studioId: string | null, historyEntry: HistoryEntry, version: number | null) => void;

/** The dependencies of each part of the store. */
export interface SqliteStoreDeps extends Pick<SqliteNotifications, 'publish'> {
  readonly database: DatabaseSync;
  readonly writeHistoryEntry: WriteHistoryEntry;
}

/** Creates the history store over an open database. */
export const sqliteHistory = (database: DatabaseSync): HistoryStore & { readonly write: WriteHistoryEntry } => {
  const add = database.prepare(
    'INSERT INTO notes (studio_id, time_ms, operator, action, summary, version) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const page = database.prepare('SELECT * FROM notes WHERE studio_id IS ? AND id < ? ORDER BY id DESC LIMIT ?');
  const prune = database.prepare(
    'DELETE FROM notes WHERE studio_id IS ?1 AND id <= (SELECT id FROM notes WHERE studio_id IS ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)',
  );
  return {
    write: (studioId, { time, operator, action, summary }, version) => {
      add.run(studioId, time, operator, action, summary, version);
      prune.run(studioId, maxHistoryEntries);
    },
    history: (studioId, { before = Number.MAX_SAFE_INTEGER, limit }) =>
      toPromise(() => page.all(studioId, before, limit).map(historyEntryOf)),
  };
};
