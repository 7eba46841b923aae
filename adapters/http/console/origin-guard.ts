// Keeps pages of other sites from acting through an operator's browser.
import { failure } from '../../../domain/failure.js';
import type { HttpRequest } from '../server/request.js';
import type { Handler } from '../server/server.js';
import { refusal } from './answers.js';

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

const foreign = refusal(failure('forbidden', 'requests from pages of another origin are refused'));

/** The same handler, that pages of other origins can change nothing through; however they are signed in. */
export const guarded =
  (handler: Handler): Handler =>
  (request) =>
    isForeign(request) ? foreign : handler(request);
