// Request headers that identify the browser and page behind a request.
import type { IncomingHttpHeaders } from 'node:http';
import type { BrowserHeaders } from '../../../domain/access/browser-guard.js';

const joined = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(', ') : value;

/** Extracts what the browser guard checks. */
export const browserFacts = (headers: IncomingHttpHeaders): BrowserHeaders => ({
  host: headers.host,
  origin: headers.origin,
  referer: headers.referer,
  userAgent: headers['user-agent'],
  secFetchSite: joined(headers['sec-fetch-site']),
  secFetch: Object.keys(headers).some((name) => name.startsWith('sec-fetch-')),
});
