// The console's store in PostgreSQL: several console processes share it, and know at once what the others do.
import { randomUUID } from 'node:crypto';
import type { ConsoleStore } from '../../../application/console/ports.js';
import type { Log } from '../../../application/ports.js';
import { bulletin } from './bulletin.js';
import { openDatabase } from './database.js';
import { noteStore } from './notes.js';
import { operatorStore } from './operators.js';
import { presence } from './presence.js';
import { reportStore } from './reports.js';
import { migrate } from './schema.js';
import { studioStore } from './studios.js';

/**
 * Opens the store that a `postgres://` URL tells, its schema brought to the newest version; rejects, telling why, when
 * it can't. From then on it outlives every absence of the database.
 */
export const openPostgresStore = async (url: string, log: Log): Promise<ConsoleStore> => {
  const consoleId = randomUUID();
  const database = openDatabase(url, log);
  const { watch, post, say, open, close } = bulletin({ url, consoleId, log });
  const present = presence({ database, consoleId, say, log });
  try {
    await migrate(database);
    await open();
  } catch (error) {
    await close();
    await database.end();
    throw error;
  }
  present.start();
  return {
    ...studioStore({ database, post, say }),
    ...operatorStore({ database, post, say }),
    ...noteStore(database),
    ...reportStore({ database, post, say }),
    watch,
    tellConnected: present.tellConnected,
    close: async () => {
      await close();
      await present.stop();
      await database.end();
    },
  };
};
