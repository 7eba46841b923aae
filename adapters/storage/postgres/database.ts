// A pool of PostgreSQL connections, with transactions, and which errors mean that the database can't be reached.
import pg from 'pg';
import { StoreFull, StoreUnavailable } from '../../../application/ports/console-store.js';
import type { Log } from '../../../application/ports/log.js';

/** A row as the driver returns it: values of type bigint are strings. */
export type PostgresRow = Readonly<Record<string, unknown>>;

/** The result of a statement. */
export interface QueryResult {
  readonly rows: readonly PostgresRow[];
  /** The number of rows that were written or found. */
  readonly count: number;
}

/** Runs one statement. Rejects with {@link StoreUnavailable} while the database can't be reached. */
export type Query = (text: string, values?: readonly unknown[]) => Promise<QueryResult>;

/** An open database. */
export interface Database {
  readonly query: Query;
  /** Runs a task as one transaction; rolls back if it rejects. */
  readonly transaction: <A>(task: (query: Query) => Promise<A>) => Promise<A>;
  readonly end: () => Promise<void>;
}

/** The timeout of a statement, and of getting a connection, milliseconds. */
const timeoutMs = 5_000;

const maxConnections = 10;

/** Temporary errors: connection lost, shutdown, startup, out of resources, or a read-only server. */
const temporaryErrors = /^(08...|57P0[1-5]|53...|25006)$/;

const isUnavailable = (error: unknown): boolean =>
  error instanceof pg.DatabaseError ? temporaryErrors.test(error.code ?? '') : error instanceof Error;

/** Returns the configuration of every connection. */
export const connectionOf = (url: string): pg.ClientConfig => ({
  connectionString: url,
  application_name: 'studio-control console',
  keepAlive: true,
  connectionTimeoutMillis: timeoutMs,
  query_timeout: timeoutMs,
  statement_timeout: timeoutMs,
  idle_in_transaction_session_timeout: timeoutMs,
});

/** How a connection to the database is protected. */
export type ConnectionSecurity = 'local' | 'verified' | 'unverified' | 'clear';

/** The settings of TLS that the driver has read from the URL and the environment. */
type TlsSettings = boolean | { readonly rejectUnauthorized?: boolean; readonly checkServerIdentity?: unknown };

const isVerified = (tls: TlsSettings): boolean =>
  tls === true || (tls !== false && tls.rejectUnauthorized !== false && tls.checkServerIdentity === undefined);

/**
 * Returns how the driver protects a connection, without connecting: a unix socket or a loopback host is `local`; TLS is
 * `verified` if the server's certificate and its name are checked. In this driver `sslmode=verify-full`, `verify-ca`,
 * `require` and `prefer` all check both; `no-verify` and the weaker modes of `uselibpqcompat` are `unverified`. Throws
 * when a file that the URL names can't be read.
 */
export const connectionSecurity = (url: string, isLoopback: (host: string) => boolean): ConnectionSecurity => {
  const { host, ssl } = new pg.Client(connectionOf(url)) as { readonly host: string; readonly ssl: TlsSettings };
  if (host.startsWith('/') || isLoopback(host)) return 'local';
  if (ssl === false) return 'clear';
  return isVerified(ssl) ? 'verified' : 'unverified';
};

/** The error disk_full. */
const diskFull = '53100';

const diskIsFull =
  "the disk of the console's PostgreSQL server is full: nothing was changed; free space on it, and try again";

/** Rethrows a driver's error, as {@link StoreUnavailable} if the database can't be reached, or its disk is full. */
export const rethrowUnavailable = (error: unknown): never => {
  if (error instanceof pg.DatabaseError && error.code === diskFull) throw new StoreFull(diskIsFull, { cause: error });
  if (isUnavailable(error)) throw new StoreUnavailable((error as Error).message, { cause: error });
  throw error;
};

const queryOver =
  (client: Pick<pg.ClientBase, 'query'>): Query =>
  async (text, values = []) => {
    const { rows, rowCount } = await client.query<Record<string, unknown>>(text, [...values]).catch(rethrowUnavailable);
    return { rows, count: rowCount ?? 0 };
  };

/** Whether a rollback succeeded. If not, the connection is closed, as its state is unknown. */
const isRolledBack = (query: Query, error: unknown): Promise<boolean> =>
  error instanceof StoreUnavailable && !(error instanceof StoreFull)
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
      const result = await task(query);
      await query('COMMIT');
      client.release();
      return result;
    } catch (error) {
      client.release(!(await isRolledBack(query, error)));
      throw error;
    }
  };

/** Opens a pool; nothing is connected yet. */
export const openPostgres = (url: string, log: Log): Database => {
  const pool = new pg.Pool({ ...connectionOf(url), max: maxConnections });
  // A connection that breaks during a statement rejects the statement too. Without a listener, the event would end the
  // process.
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
  });
  // An idle connection broke; the next statement gets another one.
  pool.on('error', (error) => {
    log.warn('a connection to the database broke', { reason: error.message });
  });
  return { query: queryOver(pool), transaction: transaction(pool), end: () => pool.end() };
};
