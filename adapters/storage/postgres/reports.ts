// Call reports in PostgreSQL.
import type { ReportStore } from '../../../application/ports/console-store.js';
import type { CallReport } from '../../../domain/access/report.js';
import type { KnownChange, PostgresStoreDeps } from './notifications.js';
import type { Query } from './database.js';
import { writeHistoryEntry } from './history.js';
import { clearRefusedCallersOf, refusedAddressesOf, refusedCallersOf, saveRefusedCallers } from './refused-callers.js';

/**
 * Increments a studio's report counter, which locks its row. Returns the version of its configuration, or `undefined` for
 * an unknown studio.
 */
const incrementReports = async (query: Query, id: string): Promise<number | undefined> => {
  const { rows } = await query('UPDATE studios SET reports = reports + 1 WHERE id = $1 RETURNING version', [id]);
  return rows[0] && Number(rows[0]['version']);
};

const setCalls = `INSERT INTO last_calls AS known (studio_id, device_id, time_ms, address, answer)
  SELECT DISTINCT ON (device) $1, device, time, address, answer
  FROM json_to_recordset($2) AS reported (device text, time bigint, address text, answer json) ORDER BY device, time DESC
  ON CONFLICT (studio_id, device_id) DO UPDATE SET time_ms = excluded.time_ms, address = excluded.address,
  answer = coalesce(excluded.answer, CASE WHEN excluded.time_ms = known.time_ms THEN known.answer END)
  WHERE excluded.time_ms >= known.time_ms`;

const setOldTokenCalls = `INSERT INTO old_token_calls AS known (studio_id, device_id, old_token, time_ms, address)
  SELECT DISTINCT ON (device) $1, device, "oldToken", time, address
  FROM json_to_recordset($2) AS reported (device text, "oldToken" bigint, time bigint, address text)
  WHERE "oldToken" IS NOT NULL ORDER BY device, "oldToken" DESC, time DESC
  ON CONFLICT (studio_id, device_id)
  DO UPDATE SET old_token = excluded.old_token, time_ms = excluded.time_ms, address = excluded.address
  WHERE (excluded.old_token, excluded.time_ms) >= (known.old_token, known.time_ms)`;

const changesOf = (studioId: string, { lastCalls, refusals }: CallReport): readonly KnownChange[] => [
  ...(lastCalls.length > 0 ? [{ studioId, section: 'devices' } as const] : []),
  ...(refusals === null ? [] : [{ studioId, section: 'refused' } as const]),
];

/** Creates the report store over an open database. */
export const postgresReports = ({ database, publishToOthers, publish }: PostgresStoreDeps): ReportStore => ({
  addReport: async (studioId, report) => {
    const changes = changesOf(studioId, report);
    await database.transaction(async (query) => {
      if ((await incrementReports(query, studioId)) === undefined) throw new Error(`there is no studio "${studioId}"`);
      for (const statement of [setCalls, setOldTokenCalls])
        await query(statement, [studioId, JSON.stringify(report.lastCalls)]);
      if (report.refusals !== null) await saveRefusedCallers(query, studioId, report.refusals);
      for (const change of changes) await publishToOthers(query, change);
    });
    for (const change of changes) publish(change);
  },
  refusedCallers: (studioId) => refusedCallersOf(database.query, studioId),
  refusedAddresses: refusedAddressesOf(database.query),
  clearRefusedCallers: async (studioId, historyEntry) => {
    const change = { studioId, section: 'refused' } as const;
    const cleared = await database.transaction(async (query) => {
      const version = await incrementReports(query, studioId);
      if (version === undefined) return false;
      await clearRefusedCallersOf(query, studioId);
      await writeHistoryEntry(query, studioId, historyEntry, version);
      await publishToOthers(query, change);
      return true;
    });
    if (cleared) publish(change);
    return cleared;
  },
});
