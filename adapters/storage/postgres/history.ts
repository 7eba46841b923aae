// The history in PostgreSQL.
import type { HistoryEntry, HistoryStore } from '../../../application/ports/console-store.js';
import { maxHistoryEntries, historyEntryOf } from '../console-rows.js';
import type { Database, Query } from './database.js';

const prune = `DELETE FROM notes WHERE studio_id IS NOT DISTINCT FROM $1 AND id <= (SELECT id FROM notes
  WHERE studio_id IS NOT DISTINCT FROM $1 ORDER BY id DESC LIMIT 1 OFFSET ${String(maxHistoryEntries)})`;

/** Writes a history entry within the transaction of `query`. */
export const writeHistoryEntry = async (
  query: Query,
  studioId: string | null,
  { time, operator, action, summary }: HistoryEntry,
  version: number | null,
): Promise<void> => {
  await query(
    'INSERT INTO notes (studio_id, time_ms, operator, action, summary, version) VALUES ($1, $2, $3, $4, $5, $6)',
    [studioId, time, operator, action, summary, version],
  );
  await query(prune, [studioId]);
};

/** Creates the history store over an open database. */
export const postgresHistory = ({ query }: Database): HistoryStore => ({
  history: async (studioId, { before = Number.MAX_SAFE_INTEGER, limit }) => {
    const { rows } = await query(
      'SELECT * FROM notes WHERE studio_id IS NOT DISTINCT FROM $1 AND id < $2 ORDER BY id DESC LIMIT $3',
      [studioId, before, limit],
    );
    return rows.map(historyEntryOf);
  },
});
