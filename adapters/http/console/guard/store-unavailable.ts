// The response while the console's store can't be reached, or its disk is full.
import { StoreFull, StoreUnavailable } from '../../../../application/ports/console-store.js';
import { failure } from '../../../../domain/failure.js';
import type { HttpReply } from '../../server/reply.js';
import type { Handler } from '../../server/server.js';
import { failureReply } from '../routes/replies.js';

const unavailable = (message: string): HttpReply =>
  failureReply(failure('unavailable', message), { 'Retry-After': '1' });

/** Wraps a handler: it responds 503 while the store can't be reached, or can't be written. */
export const withStoreUnavailableReply =
  (handler: Handler): Handler =>
  async (request) => {
    try {
      return await handler(request);
    } catch (error) {
      if (error instanceof StoreFull) return unavailable(error.message);
      if (error instanceof StoreUnavailable)
        return unavailable("the console's database can't be reached; try again soon");
      throw error;
    }
  };
