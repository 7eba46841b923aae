// What the services have reported of their callers, in the embedded database.
import type { DatabaseSync } from 'node:sqlite';
import type { ReportStore } from '../../../application/console/ports.js';
import type { Bulletin } from './bulletin.js';
import type { WriteNote } from './notes.js';
import { refusedCallers } from './refused-callers.js';
import { inTransaction } from './schema.js';
import { soon } from './soon.js';

/** What the store of reports works with. */
export interface ReportNeeds {
  readonly database: DatabaseSync;
  readonly note: WriteNote;
  readonly say: Bulletin['say'];
}

/** The store of reports over an open database. */
export const reportStore = ({ database, note, say }: ReportNeeds): ReportStore => {
  const refused = refusedCallers(database);
  const countOne = database.prepare(
    "UPDATE studios SET reports = reports + 1 WHERE id = ? RETURNING configuration ->> 'version' AS version",
  );
  const setCall = database.prepare(`
    INSERT INTO last_calls (studio_id, device_id, time_ms, address) VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET time_ms = excluded.time_ms, address = excluded.address
    WHERE excluded.time_ms >= last_calls.time_ms`);
  return {
    addReport: (studioId, { lastCalls, refusals }) =>
      soon(() => {
        inTransaction(database, () => {
          countOne.get(studioId);
          for (const { device, time, address } of lastCalls) setCall.run(studioId, device, time, address);
          if (refusals !== null) refused.takeIn(studioId, refusals);
        });
        if (lastCalls.length > 0) say({ studioId, section: 'devices' });
        if (refusals !== null) say({ studioId, section: 'refused' });
      }),
    refusedCallers: (studioId) => soon(() => refused.of(studioId)),
    clearRefusedCallers: (studioId, by) =>
      soon(() => {
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
