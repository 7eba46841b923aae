// The history in PostgreSQL.
import {
  maxHistoryEntries,
  maxOwnHistoryEntries,
  type HistoryEntry,
  type HistoryPage,
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
import type { Database, Query } from './database.js';

const prune = `DELETE FROM notes WHERE studio_id IS NOT DISTINCT FROM $1 AND id <= (SELECT id FROM notes
  WHERE studio_id IS NOT DISTINCT FROM $1 ORDER BY id DESC LIMIT 1 OFFSET ${String(maxHistoryEntries)})`;

const pruneOwn = `DELETE FROM notes WHERE studio_id IS NOT DISTINCT FROM $1 AND operator = $2 AND id <= (SELECT id FROM notes
  WHERE studio_id IS NOT DISTINCT FROM $1 AND operator = $2 ORDER BY id DESC LIMIT 1 OFFSET ${String(maxOwnHistoryEntries)})`;

/** Writes a history entry within the transaction of `query`. */
export const writeHistoryEntry = async (
  query: Query,
  studioId: string | null,
  { time, operator, action, summary, subjects, fields }: HistoryEntry,
  version: number | null,
): Promise<void> => {
  await query(
    `INSERT INTO notes (studio_id, time_ms, operator, action, summary, version, subjects, fields)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [studioId, time, operator, action, summary, version, listColumn(subjects), listColumn(fields)],
  );
  if (operator === consoleItself.username) await query(pruneOwn, [studioId, operator]);
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

const concerns = (place: number): string =>
  `EXISTS (SELECT FROM json_array_elements_text(subjects) AS subject WHERE starts_with(subject || '.', $${String(place)}))`;

const concernsManyDevices = `EXISTS (SELECT FROM json_array_elements_text(subjects) AS subject WHERE subject = '${manyDevices}')`;

const page = `SELECT * FROM notes WHERE studio_id IS NOT DISTINCT FROM $1 AND id < $2 AND id >= $3
  AND time_ms >= $4 AND time_ms < $5 AND ($6::text IS NULL OR strpos(lower(operator), lower($6)) > 0)
  AND ($7::text IS NULL OR starts_with(action, $7) OR ${concerns(8)})
  AND ($9::text IS NULL OR ${concerns(9)} OR ${concernsManyDevices}) ORDER BY id DESC LIMIT $10`;

const pageValues = (studioId: string | null, selected: HistoryPage): readonly unknown[] => {
  const { before, since, from, to, operator, action, subject, device } = historyValues(selected);
  return [studioId, before, since, from, to, operator, action, subject, device, selected.limit];
};

/** Creates the history store over an open database. */
export const postgresHistory = ({ query }: Database): HistoryStore => ({
  history: async (studioId, selected) => {
    const { rows } = await query(page, pageValues(studioId, selected));
    return rows.map((row) => historyEntryOf(row, row['subjects'], row['fields']));
  },
  removedStudios: async () => (await query(removedStudios)).rows.map(removedStudioOf),
});
