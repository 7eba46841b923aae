// The console's store in PostgreSQL, shared by several console processes that notify each other of changes.
import { randomUUID } from 'node:crypto';
import type { ConsoleStore } from '../../../application/ports/console-store.js';
import type { Log } from '../../../application/ports/log.js';
import { setBackAll } from '../times-ahead.js';
import { postgresNotifications } from './notifications.js';
import { postgresApiTokens } from './api-tokens.js';
import { openPostgres } from './database.js';
import { postgresHistory } from './history.js';
import { postgresOperators } from './operators.js';
import { connectedServices } from './connected-services.js';
import { postgresReports } from './reports.js';
import { migratePostgres } from './schema.js';
import { postgresStudios } from './studios.js';
import { postgresWebhooks } from './webhooks.js';

/**
 * Opens the store at a `postgres://` URL and migrates its schema; rejects when that fails. Once open, it reconnects after
 * every outage of the database.
 */
export const openPostgresStore = async (url: string, log: Log): Promise<ConsoleStore> => {
  const consoleId = randomUUID();
  const database = openPostgres(url, log);
  const notifications = postgresNotifications({ url, consoleId, database, log });
  const { watch, publishToOthers, publish, messages, open, close } = notifications;
  const services = connectedServices({ database, consoleId, publish, log });
  try {
    await migratePostgres(database);
    await open();
    await services.start();
  } catch (error) {
    await close();
    await database.end();
    throw error;
  }
  const deps = { database, publishToOthers, publish };
  const { release, ...webhooks } = postgresWebhooks({ ...deps, consoleId });
  return {
    ...postgresStudios(deps),
    ...postgresOperators(deps),
    ...postgresApiTokens(deps),
    ...webhooks,
    ...postgresHistory(database),
    ...postgresReports(deps),
    watch,
    messages,
    reportConnected: services.reportConnected,
    setBackTimes: (nowMs, sessionMs) =>
      database.transaction(async (query) => {
        let all = 0;
        for (const { sql, timeMs } of setBackAll('$1::bigint', nowMs, sessionMs))
          all += (await query(sql, [timeMs])).count;
        return all;
      }),
    close: async () => {
      await close();
      await services.stop();
      await release();
      await database.end();
    },
  };
};
