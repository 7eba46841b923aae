// Tells requests of other sites' pages, which must not act through an operator's browser.
import type { HttpRequest } from '../../server/request.js';

const safe = new Set(['GET', 'HEAD']);

const elsewhere = new Set(['cross-site', 'same-site']);

/** `null`, and whatever else is no address of a page, is foreign. */
const isOwn = (origin: string, host: string | undefined): boolean => {
  const page = URL.parse(origin);
  const own = page && /^https?:$/.test(page.protocol) ? URL.parse(`${page.protocol}//${host ?? ''}`) : null;
  return own !== null && page?.host === own.host;
};

/** Whether a page of another origin sent a request that may change something. */
export const isForeign = ({ method, headers }: Pick<HttpRequest, 'method' | 'headers'>): boolean => {
  if (safe.has(method)) return false;
  const site = (headers['sec-fetch-site'] ?? '').trim().toLowerCase();
  return elsewhere.has(site) || (headers.origin !== undefined && !isOwn(headers.origin, headers.host));
};
