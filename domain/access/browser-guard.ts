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
export const ownNames = (hostname: string, serviceNames: readonly string[]): OwnNames => {
  const names = ['localhost', hostname, `${hostname}.local`, ...serviceNames];
  return new Set(names.map((name) => name.trim().toLowerCase()).filter((name) => name !== ''));
};

/** `name:port` or `[v6]:port`, nothing else: no user, no path, no zone. */
const hostForm = /^(?:\[([0-9a-f:.]+)\]|([^\s:/?#@%\\[\]]+))(?::(\d{1,5}))?$/;

/** Host and port in one spelling, so that two can be compared; `undefined` where it isn't an own name. */
const ownHost = (names: OwnNames, host = ''): string | undefined => {
  const [, literal, name = '', port = '80'] = hostForm.exec(host.toLowerCase()) ?? [];
  const address = O.toUndefined(parseAddress(literal ?? name));
  const own = address?.text ?? (names.has(name) ? name : undefined);
  return own === undefined ? undefined : `${own} ${String(Number(port))}`;
};

/** Whether a `Host` is an own name or an IP literal: a foreign name that leads here is a trick (DNS rebinding). */
export const isOwnHost = (names: OwnNames, host: string | undefined): boolean => ownHost(names, host) !== undefined;

const ownOrigin = (names: OwnNames, origin: string): string | undefined =>
  /^http:\/\//i.test(origin) ? ownHost(names, origin.slice('http://'.length)) : undefined;

/** Scheme, host and port of a page's address; other text stays, to be nobody's own. */
const originOf = (referer: string): string => referer.replace(/^([a-z]+:\/\/[^/?#]*).*$/is, '$1');

const fromElsewhere = ({ secFetchSite = '' }: BrowserFacts): boolean =>
  secFetchSite.split(',').some((site) => ['cross-site', 'same-site'].includes(site.trim().toLowerCase()));

/** Whether a browser sent a request: programs send none of these headers. */
export const isBrowser = ({ secFetch, origin, referer, userAgent = '' }: BrowserFacts): boolean =>
  secFetch || origin !== undefined || referer !== undefined || userAgent.startsWith('Mozilla/');

/** The origins that a request says it comes from: its page's, told in one header or two. */
const claimedOrigins = ({ origin, referer }: BrowserFacts): readonly string[] => [
  ...(origin === undefined ? [] : [origin]),
  ...(referer === undefined ? [] : [originOf(referer)]),
];

/**
 * Whether a call that is admitted by address alone passes (part 5 of the specification, Browser guard):
 * not from another site, and, when a browser sent it, under an own name and from an own page.
 * Programs that send none of a browser's headers always pass.
 */
export const passesBrowserGuard = (names: OwnNames, facts: BrowserFacts): boolean => {
  if (!isBrowser(facts)) return true;
  const self = ownHost(names, facts.host);
  const fromOwnPage = claimedOrigins(facts).every((origin) => ownOrigin(names, origin) === self);
  return self !== undefined && fromOwnPage && !fromElsewhere(facts);
};
