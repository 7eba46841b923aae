// What a request was when it arrived, kept on it while restify's router sees it in another form.
import type { IncomingMessage } from 'node:http';
import type { RequestHead } from './request.js';
import { readTarget } from './request-target.js';

const arrived = Symbol('arrived');

interface Marked extends IncomingMessage {
  [arrived]: RequestHead | undefined;
}

/** Tells what a request asked; the first time decides. */
export const originalRequest = (raw: IncomingMessage): RequestHead =>
  ((raw as Marked)[arrived] ??= {
    ...readTarget(raw.url ?? '/'),
    method: raw.method ?? 'GET',
    address: raw.socket.remoteAddress ?? '',
  });
