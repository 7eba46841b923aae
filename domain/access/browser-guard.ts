// The browser guard: stops web pages of other sites from acting through a browser that its address or a remembered
// password admits.
import * as O from 'fp-ts/lib/Option.js';
import type { Access } from '../feature.js';
import { parseAddress } from './address.js';

/** The scheme of a request's address. */
export type Scheme = 'http' | 'https';

/** The headers that show whether and from where a browser sent a request; absent headers are `undefined`. */
export interface BrowserHeaders {
  /** How the request came: `https` over TLS. */
  readonly scheme: Scheme;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly referer: string | undefined;
  readonly userAgent: string | undefined;
  readonly secFetchSite: string | undefined;
  /** Whether any `Sec-Fetch-*` header is present. */
  readonly secFetch: boolean;
  /** Whether `Sec-Fetch-Mode: cors` is present without any other `Sec-Fetch-*` header. */
  readonly corsModeOnly: boolean;
  /** Whether a header states that the browser prepares a page that nobody has opened yet (GUARD-21). */
  readonly isSpeculative: boolean;
}

/** The service's own host names: `localhost`, the machine's names and the configured ones (GUARD-8). */
export type OwnNames = ReadonlySet<string>;

/** Collects the own names in lower case; the machine's hostname also with `.local`. */
export const ownNames = (hostname: string, serviceNames: readonly string[]): OwnNames => {
  const names = ['localhost', hostname, `${hostname}.local`, ...serviceNames];
  return new Set(names.map((name) => name.trim().toLowerCase()).filter((name) => name !== ''));
};

/** `name:port` or `[v6]:port`, without user, path or zone. */
const hostForm = /^(?:\[([0-9a-f:.]+)\]|([^\s:/?#@%\\[\]]+))(?::(\d{1,5}))?$/;

const defaultPorts: Readonly<Record<Scheme, string>> = { http: '80', https: '443' };

/** Returns the origin of an own host in canonical form for comparison; `undefined` for other hosts. */
const ownOrigin = (names: OwnNames, scheme: Scheme, host = ''): string | undefined => {
  const [, literal, name = '', port = defaultPorts[scheme]] = hostForm.exec(host.toLowerCase()) ?? [];
  const address = O.toUndefined(parseAddress(literal ?? name));
  const own = address?.text ?? (names.has(name) ? name : undefined);
  return own === undefined ? undefined : `${scheme} ${own} ${String(Number(port))}`;
};

/** Whether a `Host` is an own name or an IP literal. A foreign name that resolves to this service is DNS rebinding. */
export const isOwnHost = (names: OwnNames, host: string | undefined): boolean =>
  ownOrigin(names, 'http', host) !== undefined;

/** Returns an own origin that a page claims in canonical form; `undefined` for others, and for another scheme (GUARD-7). */
const claimedOwnOrigin = (names: OwnNames, scheme: Scheme, origin: string): string | undefined =>
  origin.toLowerCase().startsWith(`${scheme}://`)
    ? ownOrigin(names, scheme, origin.slice(scheme.length + '://'.length))
    : undefined;

/** Returns scheme, host and port of a page's URL. Other text is returned unchanged and never matches an own origin. */
const originOf = (referer: string): string => /^[a-z]+:\/\/[^/?#]*/i.exec(referer)?.[0] ?? referer;

const sitesOf = ({ secFetchSite = '' }: BrowserHeaders): readonly string[] =>
  secFetchSite.split(',').map((site) => site.trim().toLowerCase());

const isFromOtherSite = (headers: BrowserHeaders): boolean =>
  sitesOf(headers).some((site) => site === 'cross-site' || site === 'same-site');

/** Whether the browser states that its own user or a page of this origin makes the request. */
const isFromThisSite = (headers: BrowserHeaders): boolean =>
  sitesOf(headers).every((site) => site === 'same-origin' || site === 'none');

/** Whether a browser sent a request (GUARD-11). */
export const isBrowser = ({ secFetch, origin, referer, userAgent = '' }: BrowserHeaders): boolean =>
  secFetch || origin !== undefined || referer !== undefined || userAgent.startsWith('Mozilla/');

/** The origins that a request names, in one or both headers. */
const claimedOrigins = ({ origin, referer }: BrowserHeaders): readonly string[] => [
  ...(origin === undefined ? [] : [origin]),
  ...(referer === undefined ? [] : [originOf(referer)]),
];

/**
 * Whether a request doesn't come from a page of another site. A browser's request has to come from this site, to an own
 * host and from an own page (GUARD-1, GUARD-2, GUARD-9, GUARD-10). Other programs pass (GUARD-12).
 */
export const passesBrowserGuard = (names: OwnNames, headers: BrowserHeaders): boolean => {
  if (!isBrowser(headers)) return true;
  const { scheme, host } = headers;
  const self = ownOrigin(names, scheme, host);
  const fromOwnPage = claimedOrigins(headers).every((origin) => claimedOwnOrigin(names, scheme, origin) === self);
  return self !== undefined && fromOwnPage && !isFromOtherSite(headers);
};

/** Whether a request that isn't foreign proves that it comes from an own page or from the user (GUARD-15). */
const hasProof = (headers: BrowserHeaders): boolean =>
  headers.origin !== undefined || headers.referer !== undefined || isFromThisSite(headers);

/** Whether Node.js's `fetch` sent a request: a browser that sends `Sec-Fetch-Mode` sends others too (GUARD-19). */
const isNodeFetch = ({ corsModeOnly, userAgent = '' }: BrowserHeaders): boolean =>
  corsModeOnly && !userAgent.startsWith('Mozilla/');

const needsProof = (headers: BrowserHeaders, access: Access): boolean =>
  access === 'control' && isBrowser(headers) && !isNodeFetch(headers);

/**
 * Why a browser's request is refused: it comes from another site's page, nothing proves that it doesn't, or nobody has
 * opened the page yet.
 */
export type BrowserRefusal = 'foreign' | 'unproven' | 'speculative';

/** Returns why a request is refused whose page nobody has opened yet, or nothing. Reads pass (GUARD-21). */
export const speculativeRefusal = ({ isSpeculative }: BrowserHeaders, access: Access): BrowserRefusal | undefined =>
  isSpeculative && access === 'control' ? 'speculative' : undefined;

/** Returns why the guard refuses a request, or nothing. Reads need no proof (GUARD-17). */
export const browserRefusal = (
  names: OwnNames,
  headers: BrowserHeaders,
  access: Access,
): BrowserRefusal | undefined => {
  if (!passesBrowserGuard(names, headers)) return 'foreign';
  return needsProof(headers, access) && !hasProof(headers) ? 'unproven' : undefined;
};
