// What shows whether studios in PostgreSQL have changed. It is read of all studios at once, so it costs as little as possible.
import type { StudioRevision, StudioStore } from '../../../application/ports/console-store.js';
import { keyColumns, keysOf } from '../console-rows.js';
import type { Database, PostgresRow } from './database.js';

const revisions = `SELECT id, name, ${keyColumns}, version, reports FROM studios
  WHERE $1::text[] IS NULL OR id = ANY($1) ORDER BY id COLLATE "C"`;

const studioIds = 'SELECT id FROM studios WHERE id > $1 COLLATE "C" ORDER BY id COLLATE "C" LIMIT $2';

const revisionOf = (row: PostgresRow): StudioRevision => ({
  studio: { id: String(row['id']), name: String(row['name']) },
  ...keysOf(row),
  desiredVersion: Number(row['version']),
  reports: Number(row['reports']),
});

/** The transaction that wrote a row last differs after every change of it. Whether the service is connected is stored elsewhere. */
const stamps = `SELECT id, xmin::text || CASE WHEN id IN (
    SELECT studio_id FROM connections JOIN consoles ON consoles.id = console_id WHERE alive_until > now()
  ) THEN '+' ELSE '-' END AS stamp FROM studios`;

/** Creates the methods over an open database. */
export const studioRevisions = ({
  query,
}: Pick<Database, 'query'>): Pick<StudioStore, 'studioIds' | 'revisions' | 'statusStamps'> => ({
  // No limit is NULL.
  studioIds: async ({ after, limit }) =>
    (await query(studioIds, [after, Number.isFinite(limit) ? limit : null])).rows.map((row) => String(row['id'])),
  revisions: async (ids) => (await query(revisions, [ids ?? null])).rows.map(revisionOf),
  statusStamps: async () => new Map((await query(stamps)).rows.map((row) => [String(row['id']), String(row['stamp'])])),
});
