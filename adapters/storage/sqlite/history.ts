// The history in the embedded database.
import type { DatabaseSync } from 'node:sqlite';
import {
  maxHistoryEntries,
  maxOwnHistoryEntries,
  type ChangeEvent,
  type HistoryEntry,
  type HistoryStore,
} from '../../../application/ports/console-store.js';
import { manyDevices } from '../../../domain/console/changed-subjects.js';
import { consoleItself } from '../../../domain/console/operator.js';
import {
  maxRemovedHistoryEntries,
  maxRemovedStudios,
  historyEntryOf,
  historyValues,
  listColumn,
  removedStudioOf,
} from '../console-rows.js';
import { toPromise } from './to-promise.js';

/** Writes a history entry; to be called within the transaction of its change. */
export type WriteHistoryEntry = (studioId: string | null, historyEntry: HistoryEntry, version: number | null) => void;

/** The dependencies of each part of the store. */
export interface SqliteStoreDeps {
  readonly database: DatabaseSync;
  readonly writeHistoryEntry: WriteHistoryEntry;
  readonly pruneRemovedHistory: () => void;
  /** Notifies this process of a change; to be called after the commit. */
  readonly publish: (event: ChangeEvent) => void;
}

/** Parses a column that holds JSON or null. */
const parseColumn = (value: unknown): unknown => (typeof value === 'string' ? JSON.parse(value) : null);

const ofRemoved = 'studio_id IS NOT NULL AND studio_id NOT IN (SELECT id FROM studios)';

const concerns = (prefix: string): string =>
  `EXISTS (SELECT 1 FROM json_each(subjects) WHERE substr(value || '.', 1, length(${prefix})) = ${prefix})`;

const concernsManyDevices = `EXISTS (SELECT 1 FROM json_each(subjects) WHERE value = '${manyDevices}')`;

const pageSql = `SELECT * FROM notes WHERE studio_id IS :studioId AND id < :before AND id >= :since
  AND time_ms >= :from AND time_ms < :to AND (:operator IS NULL OR instr(lower(operator), lower(:operator)) > 0)
  AND (:action IS NULL OR substr(action, 1, length(:action)) = :action OR ${concerns(':subject')})
  AND (:device IS NULL OR ${concerns(':device')} OR ${concernsManyDevices}) ORDER BY id DESC LIMIT :limit`;

/** The history store, and what the other parts of the store use of it. */
export interface SqliteHistory extends HistoryStore {
  readonly write: WriteHistoryEntry;
  /** Removes the oldest entries of removed studios if there are too many; to be called within a transaction. */
  readonly pruneRemoved: () => void;
}

/** Creates the history store over an open database. */
export const sqliteHistory = (database: DatabaseSync): SqliteHistory => {
  const add = database.prepare(
    'INSERT INTO notes (studio_id, time_ms, operator, action, summary, version, subjects, fields) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const page = database.prepare(pageSql);
  const prune = database.prepare(
    'DELETE FROM notes WHERE studio_id IS ?1 AND id <= (SELECT id FROM notes WHERE studio_id IS ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)',
  );
  const pruneOwn = database.prepare(
    `DELETE FROM notes WHERE studio_id IS ?1 AND operator = ?2 AND id <= (SELECT id FROM notes
     WHERE studio_id IS ?1 AND operator = ?2 ORDER BY id DESC LIMIT 1 OFFSET ${String(maxOwnHistoryEntries)})`,
  );
  const pruneRemoved = database.prepare(
    `DELETE FROM notes WHERE ${ofRemoved} AND id <= (SELECT id FROM notes WHERE ${ofRemoved} ORDER BY id DESC LIMIT 1 OFFSET ?)`,
  );
  const removed = database.prepare(
    `SELECT studio_id, max(time_ms) AS last_time_ms FROM notes WHERE ${ofRemoved} GROUP BY studio_id ORDER BY max(id) DESC LIMIT ?`,
  );
  return {
    removedStudios: () => toPromise(() => removed.all(maxRemovedStudios).map(removedStudioOf)),
    pruneRemoved: () => void pruneRemoved.run(maxRemovedHistoryEntries),
    write: (studioId, { time, operator, action, summary, subjects, fields }, version) => {
      add.run(studioId, time, operator, action, summary, version, listColumn(subjects), listColumn(fields));
      if (operator === consoleItself.username) pruneOwn.run(studioId, operator);
      prune.run(studioId, maxHistoryEntries);
    },
    history: (studioId, selected) =>
      toPromise(() =>
        page
          .all({ studioId, limit: selected.limit, ...historyValues(selected) })
          .map((row) => historyEntryOf(row, parseColumn(row['subjects']), parseColumn(row['fields']))),
      ),
  };
};
