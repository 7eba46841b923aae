// Refused callers in the embedded database: batches taken in once, the newest addresses kept.
import type { DatabaseSync } from 'node:sqlite';
import { maxRefusedAddresses, type RefusalBatch, type RefusedCaller } from '../../../domain/access/report.js';
import { callerOf, maxBatches } from '../console-rows.js';

const newestFirst = 'ORDER BY last_time_ms DESC, address';

const counting = `
  INSERT INTO refused_callers (studio_id, address, reason, count, last_time_ms) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET count = min(count + excluded.count, ${String(Number.MAX_SAFE_INTEGER)}),
  reason = iif(excluded.last_time_ms >= last_time_ms, excluded.reason, reason),
  last_time_ms = max(last_time_ms, excluded.last_time_ms)`;

/** Refused callers of an open database. What writes is to be called within a transaction. */
export interface RefusedCallerRows {
  readonly takeIn: (studioId: string, batch: RefusalBatch) => void;
  /** Newest first. */
  readonly of: (studioId: string) => readonly RefusedCaller[];
  readonly clear: (studioId: string) => void;
}

/** The refused callers over an open database. */
export const refusedCallerRows = (database: DatabaseSync): RefusedCallerRows => {
  const addBatch = database.prepare('INSERT INTO refusal_batches (studio_id, id) VALUES (?, ?) ON CONFLICT DO NOTHING');
  const forgetBatches = database.prepare(`
    DELETE FROM refusal_batches WHERE studio_id = ?1 AND place NOT IN
    (SELECT place FROM refusal_batches WHERE studio_id = ?1 ORDER BY place DESC LIMIT ?2)`);
  const count = database.prepare(counting);
  const forget = database.prepare(`
    DELETE FROM refused_callers WHERE studio_id = ?1 AND address NOT IN
    (SELECT address FROM refused_callers WHERE studio_id = ?1 ${newestFirst} LIMIT ?2)`);
  const all = database.prepare(
    `SELECT address, reason, count, last_time_ms FROM refused_callers WHERE studio_id = ? ${newestFirst}`,
  );
  const clear = database.prepare('DELETE FROM refused_callers WHERE studio_id = ?');
  return {
    takeIn: (studioId, { id, callers }) => {
      if (addBatch.run(studioId, id).changes === 0) return;
      forgetBatches.run(studioId, maxBatches);
      for (const caller of callers) count.run(studioId, caller.address, caller.reason, caller.count, caller.lastTime);
      forget.run(studioId, maxRefusedAddresses);
    },
    of: (studioId) => all.all(studioId).map(callerOf),
    clear: (studioId) => void clear.run(studioId),
  };
};
