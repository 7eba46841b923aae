// What a request's headers say of the browser that sent it, if one did.
import type { IncomingHttpHeaders } from 'node:http';
import type { BrowserHeaders } from '../../../domain/access/browser-guard.js';

const one = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(', ') : value;

/** Reads the facts that the browser guard judges. */
export const browserFacts = (headers: IncomingHttpHeaders): BrowserHeaders => ({
  host: headers.host,
  origin: headers.origin,
  referer: headers.referer,
  userAgent: headers['user-agent'],
  secFetchSite: one(headers['sec-fetch-site']),
  secFetch: Object.keys(headers).some((name) => name.startsWith('sec-fetch-')),
});
