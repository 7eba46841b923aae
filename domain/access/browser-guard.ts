// Keeps web pages of other sites from acting through the browser of somebody whose address alone lets them in.
import { parseAddress } from './address.js';
import * as O from 'fp-ts/lib/Option.js';

/** What a request says of where it comes from; absent headers are `undefined`. */
export interface BrowserFacts {
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly referer: string | undefined;
  readonly userAgent: string | undefined;
  readonly secFetchSite: string | undefined;
  /** Any `Sec-Fetch-*` header is there. */
  readonly secFetch: boolean;
}

/** Names, beside IP literals, under which the service is itself: `localhost`, the machine's, the configured ones. */
export type OwnNames = ReadonlySet<string>;

/** Collects own names, lower-case; a machine's hostname counts with `.local` too. */
export const ownNames = (hostname: string, serviceNames: readonly string[]): OwnNames =>
  new Set(['localhost', hostname, `${hostname}.local`, ...serviceNames].map((name) => name.toLowerCase()));

/** `name:port` or `[v6]:port`, nothing else: no user, no path. */
const hostForm = /^(\[[0-9a-f:.]+\]|[^\s:/?#@\\[\]]+)(?::(\d{1,5}))?$/;

/** Host and port in one spelling, so that two can be compared; `undefined` where it isn't an own name. */
const ownHost = (names: OwnNames, host: string | undefined): string | undefined => {
  const [, name = '', port = '80'] = hostForm.exec(host?.toLowerCase() ?? '') ?? [];
  const literal = O.toUndefined(parseAddress(name.replace(/^\[|\]$/g, '')));
  const own = literal?.text ?? (names.has(name) ? name : undefined);
  return own === undefined ? undefined : `${own} ${String(Number(port))}`;
};

const ownOrigin = (names: OwnNames, origin: string): string | undefined =>
  /^http:\/\//i.test(origin) ? ownHost(names, origin.slice('http://'.length)) : undefined;

const originOf = (referer: string): string => /^[a-z]+:\/\/[^/?#]*/i.exec(referer)?.[0] ?? referer;

const fromElsewhere = ({ secFetchSite }: BrowserFacts): boolean =>
  ['cross-site', 'same-site'].includes(secFetchSite?.trim().toLowerCase() ?? '');

const isBrowser = ({ secFetch, origin, referer, userAgent }: BrowserFacts): boolean =>
  secFetch || origin !== undefined || referer !== undefined || (userAgent?.startsWith('Mozilla/') ?? false);

const isOwn = (names: OwnNames, self: string | undefined, origin: string | undefined): boolean =>
  origin === undefined || (self !== undefined && ownOrigin(names, origin) === self);

/**
 * Whether a call that is admitted by address alone passes (part 5 of the specification, Browser guard):
 * not from another site, and, when a browser sent it, under an own name and from an own page.
 * Programs that send none of a browser's headers always pass.
 */
export const passesBrowserGuard = (names: OwnNames, facts: BrowserFacts): boolean => {
  if (!isBrowser(facts)) return true;
  const self = ownHost(names, facts.host);
  const referer = facts.referer === undefined ? undefined : originOf(facts.referer);
  return !fromElsewhere(facts) && self !== undefined && isOwn(names, self, facts.origin) && isOwn(names, self, referer);
};
