// The method and the parsed target of a request, for everything that handles it.
import type { IncomingMessage } from 'node:http';
import type { RequestHead } from './request.js';
import { parseTarget } from './request-target.js';

const original = Symbol('original request');
const sender = Symbol('address of the sender');

interface MarkedRequest extends IncomingMessage {
  [original]: RequestHead | undefined;
  [sender]: string | undefined;
}

/** Returns the address from which a request came. The first call stores it: a socket loses its address once it is closed. */
export const senderOf = (raw: IncomingMessage): string =>
  ((raw as MarkedRequest)[sender] ??= raw.socket.remoteAddress ?? '');

/** Returns the head of a request as it arrived. The first call parses the target. */
export const originalRequest = (raw: IncomingMessage): RequestHead =>
  ((raw as MarkedRequest)[original] ??= {
    ...parseTarget(raw.url ?? '/'),
    method: raw.method ?? 'GET',
    address: senderOf(raw),
  });
