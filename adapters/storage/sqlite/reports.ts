// What the services have reported of their callers, in the embedded database.
import type { DatabaseSync } from 'node:sqlite';
import type { ReportStore } from '../../../application/ports/console-store.js';
import type { SqliteNotifications } from './notifications.js';
import type { WriteHistoryEntry } from './history.js';
import { refusedCallerRows } from './refused-callers.js';
import { inTransaction } from './schema.js';
import { toPromise } from './to-promise.js';

/** What the store of reports works with. */
export interface SqliteReportsDeps {
  readonly database: DatabaseSync;
  readonly note: WriteHistoryEntry;
  readonly say: SqliteNotifications['say'];
}

/** The store of reports over an open database. */
export const sqliteReports = ({ database, note, say }: SqliteReportsDeps): ReportStore => {
  const refused = refusedCallerRows(database);
  const countOne = database.prepare(
    "UPDATE studios SET reports = reports + 1 WHERE id = ? RETURNING configuration ->> 'version' AS version",
  );
  const setCall = database.prepare(`
    INSERT INTO last_calls (studio_id, device_id, time_ms, address) VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET time_ms = excluded.time_ms, address = excluded.address
    WHERE excluded.time_ms >= last_calls.time_ms`);
  return {
    addReport: (studioId, { lastCalls, refusals }) =>
      toPromise(() => {
        inTransaction(database, () => {
          countOne.get(studioId);
          for (const { device, time, address } of lastCalls) setCall.run(studioId, device, time, address);
          if (refusals !== null) refused.takeIn(studioId, refusals);
        });
        if (lastCalls.length > 0) say({ studioId, section: 'devices' });
        if (refusals !== null) say({ studioId, section: 'refused' });
      }),
    refusedCallers: (studioId) => toPromise(() => refused.of(studioId)),
    clearRefusedCallers: (studioId, by) =>
      toPromise(() => {
        const cleared = inTransaction(database, () => {
          const entry = countOne.get(studioId);
          if (entry === undefined) return false;
          refused.clear(studioId);
          note(studioId, by, Number(entry['version']));
          return true;
        });
        if (cleared) say({ studioId, section: 'refused' });
        return cleared;
      }),
  };
};
