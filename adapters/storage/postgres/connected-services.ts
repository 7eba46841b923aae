// Which studios' services are connected to which console process, under a lease that expires when a process is killed.
import type { ConnectedServicesStore } from '../../../application/ports/console-store.js';
import type { Log } from '../../../application/ports/log.js';
import { publishEach, type PostgresNotifications } from './notifications.js';
import type { Database, Query } from './database.js';
import { failureWarning } from './failure-warning.js';

/** How long a lease lasts, seconds, by the database's clock. */
const leaseSeconds = 6;
/** The delay between renewals, milliseconds. */
const renewEveryMs = 2_000;

/** The dependencies of the connected services. */
export interface ConnectedServicesDeps {
  readonly database: Database;
  readonly consoleId: string;
  readonly publish: PostgresNotifications['publish'];
  readonly log: Log;
}

/** Stores the connected services, and renews the lease of this process. */
export interface ConnectedServices extends ConnectedServicesStore {
  /** Resolves once this process is registered, so that no backup is restored while it runs. */
  readonly start: () => Promise<void>;
  /** Stops, and removes the connected services of this process. */
  readonly stop: () => Promise<void>;
}

const until = `now() + interval '${String(leaseSeconds)} seconds'`;

const upsertConsole = `INSERT INTO consoles (id, alive_until) VALUES ($1, ${until})
  ON CONFLICT (id) DO UPDATE SET alive_until = excluded.alive_until`;

/** Locks the rows of studios in one order: consoles that change the same ones at the same time would block each other for ever. */
const lockStudios = 'SELECT FROM studios WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE';

const insertConnections = `INSERT INTO connections (console_id, studio_id)
  SELECT $1, id FROM studios WHERE id = ANY($2) ON CONFLICT DO NOTHING`;

const setConnected =
  'UPDATE studios SET disconnected_at_ms = NULL WHERE id = ANY($1) AND disconnected_at_ms IS NOT NULL';

/** A service that another console process serves stays connected. */
const setDisconnected = `UPDATE studios SET disconnected_at_ms = $3 WHERE id = ANY($2) AND NOT EXISTS (
  SELECT FROM connections JOIN consoles ON consoles.id = console_id
  WHERE studio_id = studios.id AND console_id <> $1 AND alive_until > now())`;

/** Rows that are deleted by cascade are still visible within the statement that deletes their console. */
const deleteExpired = `WITH dead AS (DELETE FROM consoles WHERE alive_until < now() AND id <> $1 RETURNING id, alive_until),
  lost AS (SELECT studio_id, max(alive_until) AS until FROM connections JOIN dead ON dead.id = console_id GROUP BY studio_id),
  updated AS (UPDATE studios SET disconnected_at_ms = (extract(epoch FROM lost.until) * 1000)::bigint FROM lost
    WHERE studios.id = lost.studio_id AND NOT EXISTS (
      SELECT FROM connections JOIN consoles ON consoles.id = console_id
      WHERE connections.studio_id = studios.id AND consoles.alive_until > now()))
  ${publishEach('SELECT studio_id FROM lost', "''")}`;

/** A join: comparing each row with each id takes minutes with ten thousand services. */
const deleteOthers = `DELETE FROM connections WHERE console_id = $1 AND NOT EXISTS (
  SELECT FROM unnest($2::text[]) AS current (id) WHERE current.id = studio_id)`;

const publishStudios = publishEach('SELECT unnest($2::text[]) AS studio_id', '$1::text');

interface ConnectionChanges {
  readonly connected: readonly string[];
  readonly disconnected: readonly string[];
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
}

const write = async (
  query: Query,
  consoleId: string,
  { connected, disconnected, now }: ConnectionChanges,
): Promise<void> => {
  await query(upsertConsole, [consoleId]);
  await query(lockStudios, [[...connected, ...disconnected]]);
  await query('DELETE FROM connections WHERE console_id = $1 AND studio_id = ANY($2)', [consoleId, disconnected]);
  await query(insertConnections, [consoleId, connected]);
  await query(setConnected, [connected]);
  await query(setDisconnected, [consoleId, disconnected, now]);
  await query(publishStudios, [consoleId, [...connected, ...disconnected]]);
};

/** Removes this process and its connected services; if that fails, its lease expires. */
const removeConsole = ({ database, consoleId }: ConnectedServicesDeps, connected: ReadonlySet<string>): Promise<void> =>
  database
    .transaction(async (query) => {
      await query('DELETE FROM consoles WHERE id = $1', [consoleId]);
      await query(setDisconnected, [consoleId, [...connected], Date.now()]);
      await query(publishStudios, [consoleId, [...connected]]);
    })
    .catch(() => undefined);

/**
 * Repeats a task, with a delay after each run, until the returned function is called. That resolves when no run is in
 * progress.
 */
const repeat = (task: () => Promise<void>): (() => Promise<void>) => {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let stopped = false;
  const run = (): void => {
    running = task().finally(scheduleNext);
  };
  const scheduleNext = (): void => {
    if (!stopped) timer = setTimeout(run, renewEveryMs).unref();
  };
  scheduleNext();
  return () => {
    stopped = true;
    clearTimeout(timer);
    return running;
  };
};

/** Creates the connected services of this process; nothing is stored yet. */
export const connectedServices = (deps: ConnectedServicesDeps): ConnectedServices => {
  const { database, consoleId, publish, log } = deps;
  const current = new Set<string>();
  /** Whether the database may differ from `current`. */
  let stale = false;

  const writeAll = (): Promise<void> =>
    database.transaction(async (query) => {
      await query(deleteOthers, [consoleId, [...current]]);
      await write(query, consoleId, { connected: [...current], disconnected: [], now: Date.now() });
    });

  const renew = async (): Promise<void> => {
    const { count } = await database.query(`UPDATE consoles SET alive_until = ${until} WHERE id = $1`, [consoleId]);
    const wasStale = stale || count === 0;
    // Before the write: a report that fails meanwhile sets it again.
    stale = false;
    // After an outage all leases have expired: the other processes get time to renew theirs.
    if (wasStale) return writeAll();
    await database.query(deleteExpired, [consoleId]);
  };

  const warning = failureWarning(log, "the database can't be reached");

  const renewOrLog = (): Promise<void> =>
    renew().then(warning.succeeded, (error: unknown) => {
      stale = true;
      warning.failed((error as Error).message);
    });

  let stop = (): Promise<void> => Promise.resolve();
  return {
    reportConnected: async (connected, disconnected, now) => {
      for (const studioId of connected) current.add(studioId);
      for (const studioId of disconnected) current.delete(studioId);
      try {
        await database.transaction((query) => write(query, consoleId, { connected, disconnected, now }));
      } catch (error) {
        stale = true;
        throw error;
      }
      for (const studioId of [...connected, ...disconnected]) publish({ studioId, section: 'studio', isReport: true });
    },
    start: async () => {
      await writeAll();
      stop = repeat(renewOrLog);
    },
    stop: async () => {
      // A renewal in progress would register this process again.
      await stop();
      await removeConsole(deps, current);
    },
  };
};
