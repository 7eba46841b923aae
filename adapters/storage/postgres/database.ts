// The way to a PostgreSQL: a pool of connections, transactions, and which faults mean that it is away.
import pg from 'pg';
import { StoreUnavailable } from '../../../application/ports/console-store.js';
import type { Log } from '../../../application/ports/log.js';

/** A row as the driver gives it: whole numbers of eight octets are texts. */
export type PostgresRow = Readonly<Record<string, unknown>>;

/** What came of a statement. */
export interface QueryResult {
  readonly rows: readonly PostgresRow[];
  /** How many rows it has written or found. */
  readonly count: number;
}

/** Runs one statement. Rejects with {@link StoreUnavailable} while the database can't be reached. */
export type Query = (text: string, values?: readonly unknown[]) => Promise<QueryResult>;

/** An open database. */
export interface Database {
  readonly query: Query;
  /** All of a task's statements or nothing. */
  readonly transaction: <A>(task: (query: Query) => Promise<A>) => Promise<A>;
  readonly end: () => Promise<void>;
}

/** How long a statement, and getting a connection, may take, milliseconds. */
const patienceMs = 5_000;

const mostConnections = 10;

/** Faults of the server that pass: it stops, starts, has no room, or isn't the one that writes any more. */
const passing = /^(08...|57P0[1-5]|53...|25006)$/;

const isAway = (error: unknown): boolean =>
  error instanceof pg.DatabaseError ? passing.test(error.code ?? '') : error instanceof Error;

/** How every connection is made. */
export const connectionOf = (url: string): pg.ClientConfig => ({
  connectionString: url,
  application_name: 'studio-control console',
  keepAlive: true,
  connectionTimeoutMillis: patienceMs,
  query_timeout: patienceMs,
  statement_timeout: patienceMs,
  idle_in_transaction_session_timeout: patienceMs,
});

/** What a fault of the driver is to those who ask. */
export const rethrowUnavailable = (error: unknown): never => {
  if (isAway(error)) throw new StoreUnavailable((error as Error).message, { cause: error });
  throw error;
};

const queryOver =
  (client: Pick<pg.ClientBase, 'query'>): Query =>
  async (text, values = []) => {
    const { rows, rowCount } = await client.query<Record<string, unknown>>(text, [...values]).catch(rethrowUnavailable);
    return { rows, count: rowCount ?? 0 };
  };

/** A connection that may be in any state is given up; another one is made instead. */
const isRolledBack = (query: Query, error: unknown): Promise<boolean> =>
  error instanceof StoreUnavailable
    ? Promise.resolve(false)
    : query('ROLLBACK').then(
        () => true,
        () => false,
      );

const transaction =
  (pool: pg.Pool): Database['transaction'] =>
  async (task) => {
    const client = await pool.connect().catch(rethrowUnavailable);
    const query = queryOver(client);
    try {
      await query('BEGIN');
      const made = await task(query);
      await query('COMMIT');
      client.release();
      return made;
    } catch (error) {
      client.release(!(await isRolledBack(query, error)));
      throw error;
    }
  };

/** Opens a pool; nothing is connected yet. */
export const openPostgres = (url: string, log: Log): Database => {
  const pool = new pg.Pool({ ...connectionOf(url), max: mostConnections });
  // A connection that breaks while somebody uses it fails the statement too: nobody needs to hear of it twice, but one
  // to whom nobody listens would end the process.
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
  });
  // A connection that breaks while nobody uses it; whoever asks next gets another.
  pool.on('error', (error) => {
    log.warn('a connection to the database broke', { reason: error.message });
  });
  return { query: queryOver(pool), transaction: transaction(pool), end: () => pool.end() };
};
