// Refused callers in the embedded database: each batch is counted once, and the newest addresses are kept.
import type { DatabaseSync } from 'node:sqlite';
import { withBatch, type KnownCaller } from '../../../domain/access/refused-callers.js';
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
  const insert = database.prepare(`
    INSERT INTO refused_callers (studio_id, address, reason, count, last_time_ms, reasons) VALUES (?, ?, ?, ?, ?, ?)`);
  const clear = database.prepare('DELETE FROM refused_callers WHERE studio_id = ?');
  return {
    of: (studioId: string) => all.all(studioId).map(callerOf),
    clear: (studioId: string) => void clear.run(studioId),
    add: (studioId: string, { address, reason, count, lastTime, reasons }: KnownCaller) =>
      void insert.run(studioId, address, reason, count, lastTime, listColumn(reasons)),
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
  const { of, clear, add } = callerRows(database);
  return {
    addBatch: (studioId, batch) => {
      if (insertBatch.run(studioId, batch.id).changes === 0) return;
      pruneBatches.run(studioId, maxBatches);
      const callers = withBatch(of(studioId), batch);
      clear(studioId);
      for (const caller of callers) add(studioId, caller);
    },
    of,
    clear,
  };
};
