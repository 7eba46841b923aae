// The console's store in an embedded database, which needs no server.
import { changeNotifier } from '../../../application/ports/watch.js';
import type { ChangeEvent, ConsoleStore } from '../../../application/ports/console-store.js';
import type { Log } from '../../../application/ports/log.js';
import { setBackAll } from '../times-ahead.js';
import { sqliteApiTokens } from './api-tokens.js';
import { openSqlite, type OpenDatabase } from './database.js';
import { sqliteHistory } from './history.js';
import { sqliteOperators } from './operators.js';
import { sqliteReports } from './reports.js';
import { inTransaction } from './schema.js';
import { toPromise } from './to-promise.js';
import { sqliteStudios } from './studios.js';
import { sqliteWebhooks } from './webhooks.js';
import type { ConsoleMessage, ConsoleMessages } from '../../../application/ports/console-messages.js';

/** Passes messages within this process. */
const localMessages = (): ConsoleMessages => {
  const { watch, notify } = changeNotifier<ConsoleMessage>();
  const send: ConsoleMessages['send'] = (message) => {
    notify(message);
    return Promise.resolve();
  };
  return { maxLength: Infinity, send, watch };
};

/** Creates the store in an open database with the newest schema. */
export const sqliteStore = ({ database, close }: OpenDatabase): ConsoleStore => {
  const { watch, notify: publish } = changeNotifier<ChangeEvent>();
  const messages = localMessages();
  const { write: writeHistoryEntry, pruneRemoved: pruneRemovedHistory, ...histories } = sqliteHistory(database);
  // In memory only: connections end with this process, and no other process has any.
  const connectedStudios = new Set<string>();
  const setDisconnected = database.prepare(
    `UPDATE studios SET disconnected_at_ms = ?1
      WHERE id IN (SELECT value FROM json_each(?2)) AND disconnected_at_ms IS NOT ?1`,
  );
  const deps = { database, writeHistoryEntry, pruneRemovedHistory, publish };
  return {
    ...sqliteStudios({ ...deps, isConnected: (studioId) => connectedStudios.has(studioId) }),
    ...sqliteReports(deps),
    ...sqliteOperators(deps),
    ...sqliteApiTokens(deps),
    ...sqliteWebhooks(deps),
    ...histories,
    watch,
    messages,
    reportConnected: (connected, disconnected, now) =>
      toPromise(() => {
        for (const studioId of connected) connectedStudios.add(studioId);
        for (const studioId of disconnected) connectedStudios.delete(studioId);
        inTransaction(database, () => {
          setDisconnected.run(null, JSON.stringify(connected));
          setDisconnected.run(now, JSON.stringify(disconnected));
        });
        for (const studioId of [...connected, ...disconnected])
          publish({ studioId, section: 'studio', isReport: true });
      }),
    setBackTimes: (nowMs, sessionMs) =>
      toPromise(() =>
        inTransaction(database, () =>
          setBackAll('?1', nowMs, sessionMs)
            .map(({ sql, timeMs }) => Number(database.prepare(sql).run(timeMs).changes))
            .reduce((all, changes) => all + changes, 0),
        ),
      ),
    close: () => toPromise(close),
  };
};

/** Opens the store in a file or in memory, for one process at a time; throws when that fails. */
export const openSqliteStore = (location: string, warn?: Log['warn']): ConsoleStore =>
  sqliteStore(openSqlite(location, warn));
