// The console's store in an embedded database: nothing to install, nothing to run beside it.
import type { ConsoleStore } from '../../../application/console/ports.js';
import { openDatabase } from './database.js';
import { operatorStore } from './operators.js';
import { soon } from './soon.js';
import { studioStore } from './studios.js';

/** Opens the store in a file, or in memory; throws, telling why, when it can't. One process at a time has it. */
export const openConsoleStore = (location: string): ConsoleStore => {
  const database = openDatabase(location);
  return {
    ...studioStore(database),
    ...operatorStore(database),
    close: () =>
      soon(() => {
        database.close();
      }),
  };
};
