// Refused callers in PostgreSQL: each batch is counted once, and the newest addresses are kept.
import type { ReportStore } from '../../../application/ports/console-store.js';
import { changesByBatch, type KnownCaller } from '../../../domain/access/refused-callers.js';
import type { RefusalBatch } from '../../../domain/access/report.js';
import { refusedCallerOf, maxBatches } from '../console-rows.js';
import type { Query } from './database.js';

const addBatch = 'INSERT INTO refusal_batches (studio_id, id) VALUES ($1, $2) ON CONFLICT DO NOTHING';

const pruneBatches = `DELETE FROM refusal_batches WHERE studio_id = $1 AND place NOT IN
  (SELECT place FROM refusal_batches WHERE studio_id = $1 ORDER BY place DESC LIMIT ${String(maxBatches)})`;

const write = `INSERT INTO refused_callers (studio_id, address, reason, count, last_time_ms, reasons)
  SELECT $1, address, reason, count, "lastTime", reasons
  FROM json_to_recordset($2) AS known (address text, reason text, count bigint, "lastTime" bigint, reasons json)
  ON CONFLICT (studio_id, address) DO UPDATE SET reason = excluded.reason, count = excluded.count,
  last_time_ms = excluded.last_time_ms, reasons = excluded.reasons`;

const drop = `DELETE FROM refused_callers
  WHERE studio_id = $1 AND address IN (SELECT json_array_elements_text($2))`;

const all = `SELECT address, reason, count, last_time_ms, reasons FROM refused_callers WHERE studio_id = $1
  ORDER BY last_time_ms DESC, address COLLATE "C"`;

/** Adds a batch, within a transaction that has locked the studio's row. */
export const saveRefusedCallers = async (query: Query, studioId: string, batch: RefusalBatch): Promise<void> => {
  if ((await query(addBatch, [studioId, batch.id])).count === 0) return;
  await query(pruneBatches, [studioId]);
  const { changed, dropped } = changesByBatch(await refusedCallersOf(query, studioId), batch);
  if (dropped.length > 0) await query(drop, [studioId, JSON.stringify(dropped)]);
  if (changed.length > 0) await query(write, [studioId, JSON.stringify(changed)]);
};

/** Returns the refused callers of a studio, newest first. */
export const refusedCallersOf = async (query: Query, studioId: string): Promise<readonly KnownCaller[]> =>
  (await query(all, [studioId])).rows.map((row) => refusedCallerOf(row, row['reasons']));

const addresses = `SELECT studio_id, array_agg(address ORDER BY last_time_ms DESC, address COLLATE "C") AS addresses
  FROM refused_callers WHERE studio_id = ANY($1) GROUP BY studio_id`;

/** Returns the addresses of the refused callers of studios, newest first. */
export const refusedAddressesOf =
  (query: Query): ReportStore['refusedAddresses'] =>
  async (ids) => {
    const { rows } = await query(addresses, [ids]);
    return new Map(rows.map((row) => [String(row['studio_id']), row['addresses'] as readonly string[]]));
  };

/** Deletes the refused callers of a studio. */
export const clearRefusedCallersOf = async (query: Query, studioId: string): Promise<void> => {
  await query('DELETE FROM refused_callers WHERE studio_id = $1', [studioId]);
};
