// What a request was when it arrived, kept on it while restify's router sees it in another form.
import type { IncomingMessage } from 'node:http';
import type { Asked } from './request.js';
import { readTarget } from './target.js';

const arrived = Symbol('arrived');

interface Marked extends IncomingMessage {
  [arrived]: Asked | undefined;
}

/** Tells what a request asked; the first time decides. */
export const askedOf = (raw: IncomingMessage): Asked =>
  ((raw as Marked)[arrived] ??= {
    ...readTarget(raw.url ?? '/'),
    method: raw.method ?? 'GET',
    address: raw.socket.remoteAddress ?? '',
  });
