// The original method and target of a request, kept while restify's router sees a rewritten one.
import type { IncomingMessage } from 'node:http';
import type { RequestHead } from './request.js';
import { parseTarget } from './request-target.js';

const original = Symbol('original request');

interface MarkedRequest extends IncomingMessage {
  [original]: RequestHead | undefined;
}

/** Returns the head of a request as it arrived. The first call stores it; call it before the router runs. */
export const originalRequest = (raw: IncomingMessage): RequestHead =>
  ((raw as MarkedRequest)[original] ??= {
    ...parseTarget(raw.url ?? '/'),
    method: raw.method ?? 'GET',
    address: raw.socket.remoteAddress ?? '',
  });
