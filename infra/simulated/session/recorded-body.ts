// Reads the body of a call before the session handles the call: the clock doesn't stand still for a slow caller.
import type { IncomingMessage } from 'node:http';
import { hasBody, maxBodyBytes } from '../../../adapters/http/server/body.js';
import { declaresOversizedBody } from '../../../adapters/http/server/limits.js';

/** Makes a length that was read the length that the call declares, also in the recording. */
const declareLength = ({ headers }: IncomingMessage, length: number): void => {
  delete headers['transfer-encoding'];
  headers['content-length'] = String(length);
};

/**
 * Reads a body, and continues once it is complete, or is longer than the service accepts. A call without a body, and one
 * whose declared length the service refuses, continues at once. One whose caller disconnects before never does.
 */
export const whenComplete = (request: IncomingMessage, next: () => void): void => {
  if (!hasBody(request) || declaresOversizedBody(request)) {
    next();
    return;
  }
  let length = 0;
  const read = (chunk: Buffer): void => {
    length += chunk.length;
    if (length > maxBodyBytes) done();
  };
  const done = (): void => {
    request.off('data', read).off('end', done);
    declareLength(request, length);
    next();
  };
  request.on('data', read).once('end', done);
};

/** Removes the declared length of a body that was read: the service would wait for it. It refuses one that is too long. */
export const leaveOutBody = (request: IncomingMessage): void => {
  if (!declaresOversizedBody(request)) delete request.headers['content-length'];
};
