// The browser guard: stops web pages of other sites from acting through a browser that its address admits.
import { parseAddress } from './address.js';
import * as O from 'fp-ts/lib/Option.js';

/** The headers that show whether and from where a browser sent a request; absent headers are `undefined`. */
export interface BrowserHeaders {
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly referer: string | undefined;
  readonly userAgent: string | undefined;
  readonly secFetchSite: string | undefined;
  /** Whether any `Sec-Fetch-*` header is present. */
  readonly secFetch: boolean;
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

/** Returns an own host and its port in canonical form for comparison; `undefined` for other hosts. */
const ownHost = (names: OwnNames, host = ''): string | undefined => {
  const [, literal, name = '', port = '80'] = hostForm.exec(host.toLowerCase()) ?? [];
  const address = O.toUndefined(parseAddress(literal ?? name));
  const own = address?.text ?? (names.has(name) ? name : undefined);
  return own === undefined ? undefined : `${own} ${String(Number(port))}`;
};

/** Whether a `Host` is an own name or an IP literal. A foreign name that resolves to this service is DNS rebinding. */
export const isOwnHost = (names: OwnNames, host: string | undefined): boolean => ownHost(names, host) !== undefined;

const ownOrigin = (names: OwnNames, origin: string): string | undefined =>
  /^http:\/\//i.test(origin) ? ownHost(names, origin.slice('http://'.length)) : undefined;

/** Returns scheme, host and port of a page's URL. Other text is returned unchanged and never matches an own origin. */
const originOf = (referer: string): string => referer.replace(/^([a-z]+:\/\/[^/?#]*).*$/is, '$1');

const isFromOtherSite = ({ secFetchSite = '' }: BrowserHeaders): boolean =>
  secFetchSite.split(',').some((site) => ['cross-site', 'same-site'].includes(site.trim().toLowerCase()));

/** Whether a browser sent a request (GUARD-11). */
export const isBrowser = ({ secFetch, origin, referer, userAgent = '' }: BrowserHeaders): boolean =>
  secFetch || origin !== undefined || referer !== undefined || userAgent.startsWith('Mozilla/');

/** The origins that a request names, in one or both headers. */
const claimedOrigins = ({ origin, referer }: BrowserHeaders): readonly string[] => [
  ...(origin === undefined ? [] : [origin]),
  ...(referer === undefined ? [] : [originOf(referer)]),
];

/**
 * Whether the guard lets a call pass that is admitted by its address alone. A browser's request has to come from this
 * site, to an own host and from an own page (GUARD-1, GUARD-2, GUARD-9, GUARD-10). Other programs pass (GUARD-12).
 */
export const passesBrowserGuard = (names: OwnNames, headers: BrowserHeaders): boolean => {
  if (!isBrowser(headers)) return true;
  const self = ownHost(names, headers.host);
  const fromOwnPage = claimedOrigins(headers).every((origin) => ownOrigin(names, origin) === self);
  return self !== undefined && fromOwnPage && !isFromOtherSite(headers);
};
