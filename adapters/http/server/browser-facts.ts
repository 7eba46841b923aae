// Request headers that identify the browser and page behind a request.
import type { BrowserHeaders } from '../../../domain/access/browser-guard.js';
import type { HttpRequest } from './request.js';

const joined = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(', ') : value;

/** The headers in which browsers and link previews state the purpose of a request. */
const purposeHeaders = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const;

/** The purposes of requests that nobody has made by hand. */
const speculativePurpose = /\b(?:prefetch|prerender|preview)\b/i;

/** Extracts what the browser guard checks. */
export const browserFacts = ({ scheme, headers }: Pick<HttpRequest, 'scheme' | 'headers'>): BrowserHeaders => {
  const secFetch = Object.keys(headers).filter((name) => name.startsWith('sec-fetch-'));
  return {
    scheme,
    host: headers.host,
    origin: headers.origin,
    referer: headers.referer,
    userAgent: headers['user-agent'],
    secFetchSite: joined(headers['sec-fetch-site']),
    secFetch: secFetch.length > 0,
    corsModeOnly: secFetch.length === 1 && headers['sec-fetch-mode'] === 'cors',
    isSpeculative: purposeHeaders.some((name) => speculativePurpose.test(joined(headers[name]) ?? '')),
  };
};
