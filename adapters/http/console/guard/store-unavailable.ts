// What is said while the console's store can't be reached.
import { StoreUnavailable } from '../../../../application/ports/console-store.js';
import { failure } from '../../../../domain/failure.js';
import type { Handler } from '../../server/server.js';
import { refusal } from '../routes/replies.js';

const away = refusal(failure('unavailable', "the console's database can't be reached at present: try again soon"), {
  'Retry-After': '1',
});

/** The same handler, that answers 503 while the store is away. */
export const whileStoreUnavailable =
  (handler: Handler): Handler =>
  async (request) => {
    try {
      return await handler(request);
    } catch (error) {
      if (error instanceof StoreUnavailable) return away;
      throw error;
    }
  };
