// The console's store in an embedded database: nothing to install, nothing to run beside it.
import type { ConsoleStore } from '../../../application/ports/console-store.js';
import { sqliteNotifications } from './notifications.js';
import { openSqlite } from './database.js';
import { sqliteHistory } from './history.js';
import { sqliteOperators } from './operators.js';
import { sqliteReports } from './reports.js';
import { toPromise } from './to-promise.js';
import { sqliteStudios } from './studios.js';

/** Opens the store in a file, or in memory; throws, telling why, when it can't. One process at a time has it. */
export const openSqliteStore = (location: string): ConsoleStore => {
  const database = openSqlite(location);
  const { watch, say } = sqliteNotifications();
  const { write: note, history: notes } = sqliteHistory(database);
  // Connections end with their process, and no other process has any.
  const connected = new Set<string>();
  return {
    ...sqliteStudios({ database, note, say, isConnected: (studioId) => connected.has(studioId) }),
    ...sqliteReports({ database, note, say }),
    ...sqliteOperators({ database, note, say }),
    history: notes,
    watch,
    reportConnected: (come, gone) =>
      toPromise(() => {
        for (const studioId of come) connected.add(studioId);
        for (const studioId of gone) connected.delete(studioId);
        for (const studioId of [...come, ...gone]) say({ studioId, section: 'studio' });
      }),
    close: () =>
      toPromise(() => {
        database.close();
      }),
  };
};
