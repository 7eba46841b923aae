// Detects requests from pages of other origins, which must not act through an operator's browser.
import type { HttpRequest } from '../../server/request.js';

const safe = new Set(['GET', 'HEAD']);

const otherSites = new Set(['cross-site', 'same-site']);

/** Anything but an http(s) origin, such as `null`, is another origin. */
const isSameOrigin = (origin: string, host: string | undefined): boolean => {
  const page = URL.parse(origin);
  const own = page && /^https?:$/.test(page.protocol) ? URL.parse(`${page.protocol}//${host ?? ''}`) : null;
  return own !== null && page?.host === own.host;
};

/** Whether a request may change something and comes from a page of another origin. */
export const isCrossOrigin = ({ method, headers }: Pick<HttpRequest, 'method' | 'headers'>): boolean => {
  if (safe.has(method)) return false;
  const sites = (headers['sec-fetch-site'] ?? '').split(',');
  const isOther = sites.some((site) => otherSites.has(site.trim().toLowerCase()));
  return isOther || (headers.origin !== undefined && !isSameOrigin(headers.origin, headers.host));
};
