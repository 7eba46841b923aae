// Tells within this process what has changed in the embedded database; no other has it open.
import type { ConsoleStore, Happening } from '../../../application/console/ports.js';

/** Where the parts of the store say what has changed, once it is kept. */
export interface Bulletin {
  readonly watch: ConsoleStore['watch'];
  readonly say: (happening: Happening) => void;
}

/** Makes a bulletin that nobody reads yet. */
export const bulletin = (): Bulletin => {
  const readers = new Set<(happening: Happening) => void>();
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
