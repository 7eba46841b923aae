// The history in PostgreSQL.
import type { HistoryEntry, HistoryStore } from '../../../application/ports/console-store.js';
import {
  maxHistoryEntries,
  maxRemovedHistoryEntries,
  maxRemovedStudios,
  historyEntryOf,
  removedStudioOf,
  subjectsColumn,
} from '../console-rows.js';
import type { Database, Query } from './database.js';

const prune = `DELETE FROM notes WHERE studio_id IS NOT DISTINCT FROM $1 AND id <= (SELECT id FROM notes
  WHERE studio_id IS NOT DISTINCT FROM $1 ORDER BY id DESC LIMIT 1 OFFSET ${String(maxHistoryEntries)})`;

/** Writes a history entry within the transaction of `query`. */
export const writeHistoryEntry = async (
  query: Query,
  studioId: string | null,
  { time, operator, action, summary, subjects }: HistoryEntry,
  version: number | null,
): Promise<void> => {
  await query(
    `INSERT INTO notes (studio_id, time_ms, operator, action, summary, version, subjects)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [studioId, time, operator, action, summary, version, subjectsColumn(subjects)],
  );
  await query(prune, [studioId]);
};

const ofRemoved = 'studio_id IS NOT NULL AND NOT EXISTS (SELECT FROM studios WHERE studios.id = notes.studio_id)';

const pruneRemoved = `DELETE FROM notes WHERE ${ofRemoved} AND id <= (SELECT id FROM notes
  WHERE ${ofRemoved} ORDER BY id DESC LIMIT 1 OFFSET ${String(maxRemovedHistoryEntries)})`;

const removedStudios = `SELECT studio_id, max(time_ms) AS last_time_ms FROM notes WHERE ${ofRemoved}
  GROUP BY studio_id ORDER BY max(id) DESC LIMIT ${String(maxRemovedStudios)}`;

/** Writes the history entry of a removed studio within the transaction of `query`, after the removal. */
export const writeRemoval = async (query: Query, studioId: string, historyEntry: HistoryEntry): Promise<void> => {
  await writeHistoryEntry(query, studioId, historyEntry, null);
  await writeHistoryEntry(query, null, historyEntry, null);
  await query(pruneRemoved);
};

/** Creates the history store over an open database. */
export const postgresHistory = ({ query }: Database): HistoryStore => ({
  history: async (studioId, { before = Number.MAX_SAFE_INTEGER, limit }) => {
    const { rows } = await query(
      'SELECT * FROM notes WHERE studio_id IS NOT DISTINCT FROM $1 AND id < $2 ORDER BY id DESC LIMIT $3',
      [studioId, before, limit],
    );
    return rows.map((row) => historyEntryOf(row, row['subjects']));
  },
  removedStudios: async () => (await query(removedStudios)).rows.map(removedStudioOf),
});
