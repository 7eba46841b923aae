// What the services have reported of their callers, in PostgreSQL.
import type { ReportStore } from '../../../application/ports/console-store.js';
import type { CallReport } from '../../../domain/access/report.js';
import type { PostgresNotifications, NotificationPayload } from './notifications.js';
import type { Database, Query } from './database.js';
import { writeHistoryEntry } from './history.js';
import { clearRefusedCallersOf, refusedCallersOf, saveRefusedCallers } from './refused-callers.js';

/** What the store of reports works with. */
export interface PostgresReportsDeps extends Pick<PostgresNotifications, 'post' | 'say'> {
  readonly database: Database;
}

/**
 * Counts one more; reports of one studio wait for one another here. Gives the version of its configuration, `undefined`
 * for no studio.
 */
const countOne = async (query: Query, id: string): Promise<number | undefined> => {
  const { rows } = await query('UPDATE studios SET reports = reports + 1 WHERE id = $1 RETURNING version', [id]);
  return rows[0] && Number(rows[0]['version']);
};

const setCalls = `INSERT INTO last_calls AS known (studio_id, device_id, time_ms, address)
  SELECT DISTINCT ON (device) $1, device, time, address
  FROM json_to_recordset($2) AS told (device text, time bigint, address text) ORDER BY device, time DESC
  ON CONFLICT (studio_id, device_id) DO UPDATE SET time_ms = excluded.time_ms, address = excluded.address
  WHERE excluded.time_ms >= known.time_ms`;

const toldOf = (studioId: string, { lastCalls, refusals }: CallReport): readonly NotificationPayload[] => [
  ...(lastCalls.length > 0 ? [{ studioId, section: 'devices' } as const] : []),
  ...(refusals === null ? [] : [{ studioId, section: 'refused' } as const]),
];

/** The store of reports over an open database. */
export const postgresReports = ({ database, post, say }: PostgresReportsDeps): ReportStore => ({
  addReport: async (studioId, report) => {
    const told = toldOf(studioId, report);
    await database.transaction(async (query) => {
      if ((await countOne(query, studioId)) === undefined) throw new Error(`there is no studio "${studioId}"`);
      await query(setCalls, [studioId, JSON.stringify(report.lastCalls)]);
      if (report.refusals !== null) await saveRefusedCallers(query, studioId, report.refusals);
      for (const one of told) await post(query, one);
    });
    for (const one of told) say(one);
  },
  refusedCallers: (studioId) => refusedCallersOf(database.query, studioId),
  clearRefusedCallers: async (studioId, note) => {
    const told = { studioId, section: 'refused' } as const;
    const cleared = await database.transaction(async (query) => {
      const version = await countOne(query, studioId);
      if (version === undefined) return false;
      await clearRefusedCallersOf(query, studioId);
      await writeHistoryEntry(query, studioId, note, version);
      await post(query, told);
      return true;
    });
    if (cleared) say(told);
    return cleared;
  },
});
