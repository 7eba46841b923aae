// The console's store in an embedded database: nothing to install, nothing to run beside it.
import type { ConsoleStore } from '../../../application/console/ports.js';
import { bulletin } from './bulletin.js';
import { openDatabase } from './database.js';
import { noteStore } from './notes.js';
import { operatorStore } from './operators.js';
import { reportStore } from './reports.js';
import { soon } from './soon.js';
import { studioStore } from './studios.js';

/** Opens the store in a file, or in memory; throws, telling why, when it can't. One process at a time has it. */
export const openConsoleStore = (location: string): ConsoleStore => {
  const database = openDatabase(location);
  const { watch, say } = bulletin();
  const { write: note, notes } = noteStore(database);
  // Connections end with their process, and no other process has any.
  const connected = new Set<string>();
  return {
    ...studioStore({ database, note, say, isConnected: (studioId) => connected.has(studioId) }),
    ...reportStore({ database, note, say }),
    ...operatorStore({ database, note, say }),
    notes,
    watch,
    tellConnected: (come, gone) =>
      soon(() => {
        for (const studioId of come) connected.add(studioId);
        for (const studioId of gone) connected.delete(studioId);
        for (const studioId of [...come, ...gone]) say({ studioId, section: 'studio' });
      }),
    close: () =>
      soon(() => {
        database.close();
      }),
  };
};
