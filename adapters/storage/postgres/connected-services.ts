// Which studios' services are connected to which console process: told under a lease that a killed process lets lapse.
import type { ConnectedServicesStore } from '../../../application/ports/console-store.js';
import type { Log } from '../../../application/ports/log.js';
import { publishEach, type PostgresNotifications } from './notifications.js';
import type { Database, Query } from './database.js';

/** A lease lasts so long, and is renewed so often; by the database's clock and by this process's. */
const leaseSeconds = 6;
const renewEveryMs = 2_000;

/** What presence works with. */
export interface ConnectedServicesDeps {
  readonly database: Database;
  readonly consoleId: string;
  readonly say: PostgresNotifications['say'];
  readonly log: Log;
}

/** Presence as the store keeps it. */
export interface ConnectedServices extends ConnectedServicesStore {
  readonly start: () => void;
  /** Takes back everything that this process has told. */
  readonly stop: () => Promise<void>;
}

const until = `now() + interval '${String(leaseSeconds)} seconds'`;

const enter = `INSERT INTO consoles (id, alive_until) VALUES ($1, ${until})
  ON CONFLICT (id) DO UPDATE SET alive_until = excluded.alive_until`;

const connect = `INSERT INTO connections (console_id, studio_id)
  SELECT $1, id FROM studios WHERE id = ANY($2) ON CONFLICT DO NOTHING`;

/** Rows that go with their console are still seen within the statement that removes it. */
const reap = `WITH dead AS (DELETE FROM consoles WHERE alive_until < now() AND id <> $1 RETURNING id)
  ${publishEach('SELECT DISTINCT studio_id FROM connections WHERE console_id IN (SELECT id FROM dead)', "''")}`;

const postAll = publishEach('SELECT unnest($2::text[]) AS studio_id', '$1::text');

interface Presences {
  readonly come: readonly string[];
  readonly gone: readonly string[];
}

const write = async (query: Query, consoleId: string, { come, gone }: Presences): Promise<void> => {
  await query(enter, [consoleId]);
  await query('DELETE FROM connections WHERE console_id = $1 AND studio_id = ANY($2)', [consoleId, gone]);
  await query(connect, [consoleId, come]);
  await query(postAll, [consoleId, [...come, ...gone]]);
};

/** Takes a console's presence away, at once where it can. */
const leave = ({ database, consoleId }: ConnectedServicesDeps, here: ReadonlySet<string>): Promise<void> =>
  database
    .transaction(async (query) => {
      await query('DELETE FROM consoles WHERE id = $1', [consoleId]);
      await query(postAll, [consoleId, [...here]]);
    })
    .catch(() => undefined);

/** Does a task again and again, the next time so long after it has ended; the returned function ends that. */
const everySoOften = (task: () => Promise<void>): (() => void) => {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const again = (): void => {
    if (!stopped) timer = setTimeout(() => void task().finally(again), renewEveryMs).unref();
  };
  again();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
};

/** Opens presence; nothing is told yet. */
export const connectedServices = (needs: ConnectedServicesDeps): ConnectedServices => {
  const { database, consoleId, say, log } = needs;
  const here = new Set<string>();
  /** Whether the database may hold anything else than what is so. */
  let stale = false;

  const writeAll = (): Promise<void> =>
    database.transaction(async (query) => {
      await query('DELETE FROM connections WHERE console_id = $1 AND studio_id <> ALL($2)', [consoleId, [...here]]);
      await write(query, consoleId, { come: [...here], gone: [] });
    });

  const renew = async (): Promise<void> => {
    const { count } = await database.query(`UPDATE consoles SET alive_until = ${until} WHERE id = $1`, [consoleId]);
    const wasStale = stale || count === 0;
    if (wasStale) await writeAll();
    stale = false;
    // After an outage all leases have lapsed: the others get time to renew theirs.
    if (!wasStale) await database.query(reap, [consoleId]);
  };

  const beat = (): Promise<void> =>
    renew().catch((error: unknown) => {
      if (!stale) log.warn('the database is away', { reason: (error as Error).message });
      stale = true;
    });

  let stop = (): void => undefined;
  return {
    reportConnected: async (come, gone) => {
      for (const studioId of come) here.add(studioId);
      for (const studioId of gone) here.delete(studioId);
      try {
        await database.transaction((query) => write(query, consoleId, { come, gone }));
      } catch (error) {
        stale = true;
        throw error;
      }
      for (const studioId of [...come, ...gone]) say({ studioId, section: 'studio' });
    },
    start: () => {
      stop = everySoOften(beat);
    },
    stop: () => {
      stop();
      return leave(needs, here);
    },
  };
};
