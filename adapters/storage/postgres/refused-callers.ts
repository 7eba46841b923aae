// Refused callers in PostgreSQL: each batch is counted once, and the newest addresses are kept.
import { maxRefusedAddresses, type RefusalBatch, type RefusedCaller } from '../../../domain/access/report.js';
import { refusedCallerOf, maxBatches } from '../console-rows.js';
import type { Query } from './database.js';

const newestFirst = 'ORDER BY last_time_ms DESC, address COLLATE "C"';

const addBatch = 'INSERT INTO refusal_batches (studio_id, id) VALUES ($1, $2) ON CONFLICT DO NOTHING';

const pruneBatches = `DELETE FROM refusal_batches WHERE studio_id = $1 AND place NOT IN
  (SELECT place FROM refusal_batches WHERE studio_id = $1 ORDER BY place DESC LIMIT ${String(maxBatches)})`;

const count = `INSERT INTO refused_callers AS known (studio_id, address, reason, count, last_time_ms)
  SELECT $1, address, reason, count, "lastTime"
  FROM json_to_recordset($2) AS reported (address text, reason text, count bigint, "lastTime" bigint)
  ON CONFLICT (studio_id, address) DO UPDATE SET
  count = least(known.count + excluded.count, ${String(Number.MAX_SAFE_INTEGER)}),
  reason = CASE WHEN excluded.last_time_ms >= known.last_time_ms THEN excluded.reason ELSE known.reason END,
  last_time_ms = greatest(known.last_time_ms, excluded.last_time_ms)`;

const pruneCallers = `DELETE FROM refused_callers WHERE studio_id = $1 AND address NOT IN
  (SELECT address FROM refused_callers WHERE studio_id = $1 ${newestFirst} LIMIT ${String(maxRefusedAddresses)})`;

const all = `SELECT address, reason, count, last_time_ms FROM refused_callers WHERE studio_id = $1 ${newestFirst}`;

/** Adds a batch, within a transaction that has locked the studio's row. */
export const saveRefusedCallers = async (
  query: Query,
  studioId: string,
  { id, callers }: RefusalBatch,
): Promise<void> => {
  if ((await query(addBatch, [studioId, id])).count === 0) return;
  await query(pruneBatches, [studioId]);
  await query(count, [studioId, JSON.stringify(callers)]);
  await query(pruneCallers, [studioId]);
};

/** Returns the refused callers of a studio, newest first. */
export const refusedCallersOf = async (query: Query, studioId: string): Promise<readonly RefusedCaller[]> =>
  (await query(all, [studioId])).rows.map(refusedCallerOf);

/** Deletes the refused callers of a studio. */
export const clearRefusedCallersOf = async (query: Query, studioId: string): Promise<void> => {
  await query('DELETE FROM refused_callers WHERE studio_id = $1', [studioId]);
};
