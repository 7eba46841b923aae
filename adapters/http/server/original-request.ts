// The method and the parsed target of a request, for everything that handles it.
import type { IncomingMessage } from 'node:http';
import type { RequestHead } from './request.js';
import { parseTarget } from './request-target.js';

const original = Symbol('original request');

interface MarkedRequest extends IncomingMessage {
  [original]: RequestHead | undefined;
}

/** Returns the head of a request as it arrived. The first call stores it: its socket loses its address once it is closed. */
export const originalRequest = (raw: IncomingMessage): RequestHead =>
  ((raw as MarkedRequest)[original] ??= {
    ...parseTarget(raw.url ?? '/'),
    method: raw.method ?? 'GET',
    address: raw.socket.remoteAddress ?? '',
  });
