// Refused callers in the embedded database: each batch is counted once, and the newest addresses are kept.
import type { DatabaseSync } from 'node:sqlite';
import { maxRefusedAddresses, type RefusalBatch, type RefusedCaller } from '../../../domain/access/report.js';
import { refusedCallerOf, maxBatches } from '../console-rows.js';

const newestFirst = 'ORDER BY last_time_ms DESC, address';

const countSql = `
  INSERT INTO refused_callers (studio_id, address, reason, count, last_time_ms) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET count = min(count + excluded.count, ${String(Number.MAX_SAFE_INTEGER)}),
  reason = iif(excluded.last_time_ms >= last_time_ms, excluded.reason, reason),
  last_time_ms = max(last_time_ms, excluded.last_time_ms)`;

/** Refused callers in an open database. The writing methods are to be called within a transaction. */
export interface RefusedCallerRows {
  readonly addBatch: (studioId: string, batch: RefusalBatch) => void;
  /** Returns the refused callers of a studio, newest first. */
  readonly of: (studioId: string) => readonly RefusedCaller[];
  readonly clear: (studioId: string) => void;
}

/** Prepares the statements over an open database. */
export const refusedCallerRows = (database: DatabaseSync): RefusedCallerRows => {
  const insertBatch = database.prepare(
    'INSERT INTO refusal_batches (studio_id, id) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  const pruneBatches = database.prepare(`
    DELETE FROM refusal_batches WHERE studio_id = ?1 AND place NOT IN
    (SELECT place FROM refusal_batches WHERE studio_id = ?1 ORDER BY place DESC LIMIT ?2)`);
  const count = database.prepare(countSql);
  const pruneCallers = database.prepare(`
    DELETE FROM refused_callers WHERE studio_id = ?1 AND address NOT IN
    (SELECT address FROM refused_callers WHERE studio_id = ?1 ${newestFirst} LIMIT ?2)`);
  const all = database.prepare(
    `SELECT address, reason, count, last_time_ms FROM refused_callers WHERE studio_id = ? ${newestFirst}`,
  );
  const clear = database.prepare('DELETE FROM refused_callers WHERE studio_id = ?');
  return {
    addBatch: (studioId, { id, callers }) => {
      if (insertBatch.run(studioId, id).changes === 0) return;
      pruneBatches.run(studioId, maxBatches);
      for (const caller of callers) count.run(studioId, caller.address, caller.reason, caller.count, caller.lastTime);
      pruneCallers.run(studioId, maxRefusedAddresses);
    },
    of: (studioId) => all.all(studioId).map(refusedCallerOf),
    clear: (studioId) => void clear.run(studioId),
  };
};
