// Refused callers in the embedded database: each batch is counted once, and the newest addresses are kept.
import type { DatabaseSync } from 'node:sqlite';
import { changesByBatch, type KnownCaller } from '../../../domain/access/refused-callers.js';
import type { RefusalBatch } from '../../../domain/access/report.js';
import { listColumn, refusedCallerOf, maxBatches } from '../console-rows.js';
import { textOrNull, type SqliteRow } from './studio-rows.js';

/** Refused callers in an open database. The writing methods are to be called within a transaction. */
export interface RefusedCallerRows {
  readonly addBatch: (studioId: string, batch: RefusalBatch) => void;
  /** Returns the refused callers of a studio, newest first. */
  readonly of: (studioId: string) => readonly KnownCaller[];
  readonly clear: (studioId: string) => void;
}

const callerOf = (row: SqliteRow): KnownCaller =>
  refusedCallerOf(row, JSON.parse(textOrNull(row['reasons']) ?? 'null'));

const callerRows = (database: DatabaseSync) => {
  const all = database.prepare(`
    SELECT address, reason, count, last_time_ms, reasons FROM refused_callers WHERE studio_id = ?
    ORDER BY last_time_ms DESC, address`);
  const write = database.prepare(`
    INSERT INTO refused_callers (studio_id, address, reason, count, last_time_ms, reasons) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET reason = excluded.reason, count = excluded.count, last_time_ms = excluded.last_time_ms,
    reasons = excluded.reasons`);
  const drop = database.prepare('DELETE FROM refused_callers WHERE studio_id = ? AND address = ?');
  const clear = database.prepare('DELETE FROM refused_callers WHERE studio_id = ?');
  return {
    of: (studioId: string) => all.all(studioId).map(callerOf),
    clear: (studioId: string) => void clear.run(studioId),
    drop: (studioId: string, address: string) => void drop.run(studioId, address),
    write: (studioId: string, { address, reason, count, lastTime, reasons }: KnownCaller) =>
      void write.run(studioId, address, reason, count, lastTime, listColumn(reasons)),
  };
};

/** Prepares the statements over an open database. */
export const refusedCallerRows = (database: DatabaseSync): RefusedCallerRows => {
  const insertBatch = database.prepare(
    'INSERT INTO refusal_batches (studio_id, id) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  const pruneBatches = database.prepare(`
    DELETE FROM refusal_batches WHERE studio_id = ?1 AND place NOT IN
    (SELECT place FROM refusal_batches WHERE studio_id = ?1 ORDER BY place DESC LIMIT ?2)`);
  const { of, clear, drop, write } = callerRows(database);
  return {
    addBatch: (studioId, batch) => {
      if (insertBatch.run(studioId, batch.id).changes === 0) return;
      pruneBatches.run(studioId, maxBatches);
      const { changed, dropped } = changesByBatch(of(studioId), batch);
      for (const address of dropped) drop(studioId, address);
      for (const caller of changed) write(studioId, caller);
    },
    of,
    clear,
  };
};
