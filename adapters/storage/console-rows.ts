// What both databases of the console share: limits, and how their common rows are read.
import type { StoredHistoryEntry } from '../../application/ports/console-store.js';
import type { RefusedCaller } from '../../domain/access/report.js';

/** The most history entries of each studio, and of the console. */
export const maxHistoryEntries = 10_000;

/**
 * The most counts of failed sign-ins, and the most records without a failure, such as known addresses; the oldest is
 * deleted first. They are limited apart, so that failures never displace known addresses.
 */
export const maxFailedAddresses = 10_000;

/** The most batch ids that are stored to detect repeats, for each studio; a service sends about one a minute. */
export const maxBatches = 100;

/** A row as the driver returns it. */
type Row = Readonly<Record<string, unknown>>;

/** Reads a history entry from its row. */
export const historyEntryOf = (row: Row): StoredHistoryEntry => ({
  id: Number(row['id']),
  time: Number(row['time_ms']),
  operator: String(row['operator']),
  action: String(row['action']),
  summary: String(row['summary']),
  version: row['version'] === null ? null : Number(row['version']),
});

/** Reads a refused caller from its row. */
export const refusedCallerOf = (row: Row): RefusedCaller => ({
  address: String(row['address']),
  reason: String(row['reason']) as RefusedCaller['reason'],
  count: Number(row['count']),
  lastTime: Number(row['last_time_ms']),
});
