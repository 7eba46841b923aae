// Call reports in the embedded database.
import type { ReportStore } from '../../../application/ports/console-store.js';
import type { DeviceCall } from '../../../domain/access/report.js';
import type { SqliteStoreDeps } from './history.js';
import { refusedCallerRows } from './refused-callers.js';
import { inTransaction } from './schema.js';
import { refusedAddresses } from './searched-records.js';
import { toPromise } from './to-promise.js';

/** Creates the report store over an open database. */
export const sqliteReports = ({ database, writeHistoryEntry, publish }: SqliteStoreDeps): ReportStore => {
  const refused = refusedCallerRows(database);
  const incrementReports = database.prepare(
    "UPDATE studios SET reports = reports + 1 WHERE id = ? RETURNING configuration ->> 'version' AS version",
  );
  const setCall = database.prepare(`
    INSERT INTO last_calls (studio_id, device_id, time_ms, address, answer) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET time_ms = excluded.time_ms, address = excluded.address,
    answer = coalesce(excluded.answer, iif(excluded.time_ms = last_calls.time_ms, last_calls.answer, NULL))
    WHERE excluded.time_ms >= last_calls.time_ms`);
  const setOldTokenCall = database.prepare(`
    INSERT INTO old_token_calls (studio_id, device_id, old_token, time_ms, address) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET old_token = excluded.old_token, time_ms = excluded.time_ms, address = excluded.address
    WHERE (excluded.old_token, excluded.time_ms) >= (old_token_calls.old_token, old_token_calls.time_ms)`);
  const saveCall = (studioId: string, { device, oldToken, time, address, answer }: DeviceCall): void => {
    setCall.run(studioId, device, time, address, answer === undefined ? null : JSON.stringify(answer));
    if (oldToken !== undefined) setOldTokenCall.run(studioId, device, oldToken, time, address);
  };
  return {
    addReport: (studioId, { lastCalls, refusals }) =>
      toPromise(() => {
        inTransaction(database, () => {
          if (incrementReports.get(studioId) === undefined) throw new Error(`there is no studio "${studioId}"`);
          for (const call of lastCalls) saveCall(studioId, call);
          if (refusals !== null) refused.addBatch(studioId, refusals);
        });
        if (lastCalls.length > 0) publish({ studioId, section: 'devices' });
        if (refusals !== null) publish({ studioId, section: 'refused' });
      }),
    refusedCallers: (studioId) => toPromise(() => refused.of(studioId)),
    refusedAddresses: refusedAddresses(database),
    clearRefusedCallers: (studioId, historyEntry) =>
      toPromise(() => {
        const cleared = inTransaction(database, () => {
          const row = incrementReports.get(studioId);
          if (row === undefined) return false;
          refused.clear(studioId);
          writeHistoryEntry(studioId, historyEntry, Number(row['version']));
          return true;
        });
        if (cleared) publish({ studioId, section: 'refused' });
        return cleared;
      }),
  };
};
