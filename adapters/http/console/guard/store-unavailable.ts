// The response while the console's store can't be reached.
import { StoreUnavailable } from '../../../../application/ports/console-store.js';
import { failure } from '../../../../domain/failure.js';
import type { Handler } from '../../server/server.js';
import { failureReply } from '../routes/replies.js';

const unavailable = failureReply(failure('unavailable', "the console's database can't be reached; try again soon"), {
  'Retry-After': '1',
});

/** Wraps a handler: it responds 503 while the store can't be reached. */
export const withStoreUnavailableReply =
  (handler: Handler): Handler =>
  async (request) => {
    try {
      return await handler(request);
    } catch (error) {
      if (error instanceof StoreUnavailable) return unavailable;
      throw error;
    }
  };
