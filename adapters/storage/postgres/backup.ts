// Backs up and restores the console's PostgreSQL database.
import type { Log } from '../../../application/ports/log.js';
import { BackupError } from '../backup/backup-error.js';
import {
  decisiveTables,
  otherSchema,
  parseStored,
  type BackupSource,
  type BackupTarget,
} from '../backup/database-backup.js';
import { recordKinds, type BackupField, type BackupRecord, type RecordKind } from '../backup/record-kinds.js';
import { openPostgres, type PostgresRow, type Query } from './database.js';
import { batchesOf, batchSize } from './record-batches.js';
import { migratePostgres, postgresMigrations } from './schema.js';

const selectOf = ({ table, fields, order }: RecordKind): string => {
  const values = fields.map(({ name, column }) => `'${name}', ${column}`);
  return `SELECT json_build_object(${values.join(', ')})::text AS record FROM ${table} ORDER BY ${order}`;
};

const types: Readonly<Record<BackupField['type'], string>> = {
  text: 'text',
  integer: 'bigint',
  flag: 'boolean',
  json: 'json',
  optionalJson: 'json',
};

/** JSON null becomes SQL NULL in a column of JSON. */
const valueOf = ({ name, type }: BackupField): string =>
  type === 'json' ? `coalesce("${name}", 'null'::json)` : `"${name}"`;

/** Columns that this database derives from others. */
const derived = new Map([['studios', { column: 'version', value: "(configuration ->> 'version')::bigint" }]]);

const insertOf = ({ table, fields }: RecordKind): string => {
  const more = derived.get(table);
  const columns = [...fields.map(({ column }) => column), ...(more === undefined ? [] : [more.column])];
  const values = [...fields.map(valueOf), ...(more === undefined ? [] : [more.value])];
  const read = fields.map(({ name, type }) => `"${name}" ${types[type]}`);
  return `INSERT INTO ${table} (${columns.join(', ')}) OVERRIDING SYSTEM VALUE
    SELECT ${values.join(', ')} FROM json_to_recordset($1) AS records (${read.join(', ')})`;
};

const exists = async (query: Query, table: string): Promise<boolean> =>
  (await query('SELECT to_regclass($1) IS NOT NULL AS found', [table])).rows[0]?.['found'] === true;

const checkSchema = async (query: Query): Promise<void> => {
  if (!(await exists(query, 'schema_version'))) throw new BackupError('the database has no data of a console');
  const version = Number((await query('SELECT version FROM schema_version')).rows[0]?.['version']);
  if (version !== postgresMigrations.length) throw otherSchema(version, postgresMigrations.length);
};

const fetchSome = async (query: Query): Promise<readonly PostgresRow[]> =>
  (await query(`FETCH ${String(batchSize)} FROM records`)).rows;

async function* recordsOf(query: Query): AsyncGenerator<BackupRecord> {
  for (const kind of recordKinds) {
    await query(`DECLARE records NO SCROLL CURSOR FOR ${selectOf(kind)}`);
    for (let rows = await fetchSome(query); rows.length > 0; rows = await fetchSome(query))
      for (const row of rows) yield parseStored(kind, row['record']);
    await query('CLOSE records');
  }
}

/** All statements of the transaction see the database as of the first one. */
const snapshot = 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY';

/** Creates the source of a backup; nothing is connected yet. Consoles may be running on the database. */
export const postgresBackupSource = (url: string, log: Log): BackupSource => {
  const { transaction, end } = openPostgres(url, log);
  return {
    read: (task) =>
      transaction(async (query) => {
        await query(snapshot);
        await checkSchema(query);
        await task(recordsOf(query));
      }),
    close: end,
  };
};

const lockConsoles = 'LOCK TABLE consoles IN SHARE ROW EXCLUSIVE MODE';

/** Rejects if a console is running. */
const refuseRunning = async (query: Query): Promise<void> => {
  const { rows } = await query('SELECT FROM consoles WHERE alive_until > now()');
  if (rows.length > 0)
    throw new BackupError(
      'a console is running on the database; stop it first, nothing is changed (one that was killed counts for 6 s)',
    );
};

const truncateAll = `TRUNCATE ${recordKinds.map(({ table }) => table).join(', ')}, sessions CASCADE`;

/** The next entry of the history gets an id above those that were restored. */
const continueIds = `SELECT setval(pg_get_serial_sequence('notes', 'id'), coalesce(max(id), 0) + 1, false) FROM notes`;

const replaceAll = async (query: Query, records: AsyncIterable<BackupRecord>): Promise<void> => {
  // A console that starts now waits here until the records are restored.
  await query(lockConsoles);
  await refuseRunning(query);
  await query(truncateAll);
  const inserts = new Map(recordKinds.map((kind) => [kind, insertOf(kind)]));
  for await (const [kind, json] of batchesOf(records)) await query(inserts.get(kind) ?? '', [json]);
  await query(continueIds);
};

/**
 * Opens a database to restore records to it, and migrates it. Rejects with a `BackupError` if a console is running on it,
 * and with `StoreUnavailable` while it can't be reached.
 */
export const postgresBackupTarget = async (url: string, log: Log): Promise<BackupTarget> => {
  const database = openPostgres(url, log);
  const { query, transaction, end } = database;
  const hasRows = async (table: string): Promise<boolean> =>
    (await query(`SELECT FROM ${table} LIMIT 1`)).rows.length > 0;
  try {
    if (await exists(query, 'consoles')) await refuseRunning(query);
    await migratePostgres(database);
  } catch (error) {
    await end();
    throw error;
  }
  return {
    isEmpty: async () => !(await Promise.all(decisiveTables.map(hasRows))).includes(true),
    replace: (records) => transaction((inside) => replaceAll(inside, records)),
    close: end,
  };
};
