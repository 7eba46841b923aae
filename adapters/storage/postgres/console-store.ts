// The console's store in PostgreSQL: several console processes share it, and know at once what the others do.
import { randomUUID } from 'node:crypto';
import type { ConsoleStore } from '../../../application/ports/console-store.js';
import type { Log } from '../../../application/ports/log.js';
import { postgresNotifications } from './notifications.js';
import { openPostgres } from './database.js';
import { postgresHistory } from './history.js';
import { postgresOperators } from './operators.js';
import { connectedServices } from './connected-services.js';
import { postgresReports } from './reports.js';
import { migratePostgres } from './schema.js';
import { postgresStudios } from './studios.js';

/**
 * Opens the store that a `postgres://` URL tells, its schema brought to the newest version; rejects, telling why, when
 * it can't. From then on it outlives every absence of the database.
 */
export const openPostgresStore = async (url: string, log: Log): Promise<ConsoleStore> => {
  const consoleId = randomUUID();
  const database = openPostgres(url, log);
  const { watch, post, say, open, close } = postgresNotifications({ url, consoleId, log });
  const present = connectedServices({ database, consoleId, say, log });
  try {
    await migratePostgres(database);
    await open();
  } catch (error) {
    await close();
    await database.end();
    throw error;
  }
  present.start();
  return {
    ...postgresStudios({ database, post, say }),
    ...postgresOperators({ database, post, say }),
    ...postgresHistory(database),
    ...postgresReports({ database, post, say }),
    watch,
    reportConnected: present.reportConnected,
    close: async () => {
      await close();
      await present.stop();
      await database.end();
    },
  };
};
