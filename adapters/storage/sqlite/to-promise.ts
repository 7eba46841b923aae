// Wraps the synchronous embedded database in the promises of the store's port.
import { StoreFull } from '../../../application/ports/console-store.js';
import { isUnwritable } from '../lock-file.js';

const diskIsFull =
  "the disk with the console's data (DATA_DIR) is full, or can't be written: nothing was changed; free space on it, and try again";

/** Runs a task at once, and returns a promise of its result; an exception becomes a rejection, {@link StoreFull} without space. */
export const toPromise = <A>(task: () => A): Promise<A> =>
  new Promise((resolve) => {
    try {
      resolve(task());
    } catch (error) {
      throw isUnwritable(error) ? new StoreFull(diskIsFull, { cause: error }) : error;
    }
  });
