// What both databases of the console have in common: how much is kept, and the rows that are written alike.
import type { StoredHistoryEntry } from '../../application/ports/console-store.js';
import type { RefusedCaller } from '../../domain/access/report.js';

/** So many notes are kept of each studio, and of the console. */
export const maxHistoryEntries = 10_000;

/** So many addresses that failed to sign in are remembered; the one heard of longest ago is forgotten first. */
export const maxFailedAddresses = 10_000;

/** So many batches of a studio are known again; a service sends one after the other, and one a minute. */
export const maxBatches = 100;

/** A row as a driver gives it. */
type Row = Readonly<Record<string, unknown>>;

/** A note. */
export const historyRow = (row: Row): StoredHistoryEntry => ({
  id: Number(row['id']),
  time: Number(row['time_ms']),
  operator: String(row['operator']),
  action: String(row['action']),
  summary: String(row['summary']),
  version: row['version'] === null ? null : Number(row['version']),
});

/** A refused caller. */
export const callerOf = (row: Row): RefusedCaller => ({
  address: String(row['address']),
  reason: String(row['reason']) as RefusedCaller['reason'],
  count: Number(row['count']),
  lastTime: Number(row['last_time_ms']),
});
