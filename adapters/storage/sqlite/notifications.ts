// Tells within this process what has changed in the embedded database; no other has it open.
import type { ConsoleStore, ChangeEvent } from '../../../application/ports/console-store.js';

/** Where the parts of the store say what has changed, once it is kept. */
export interface SqliteNotifications {
  readonly watch: ConsoleStore['watch'];
  readonly say: (happening: ChangeEvent) => void;
}

/** Makes a bulletin that nobody reads yet. */
export const sqliteNotifications = (): SqliteNotifications => {
  const readers = new Set<(happening: ChangeEvent) => void>();
  return {
    watch: (reader) => {
      readers.add(reader);
      return () => {
        readers.delete(reader);
      };
    },
    say: (happening) => {
      for (const read of readers) read(happening);
    },
  };
};
