// The origin of a request, from its socket and headers, as input of authorization.
import type { Address } from '../../../../domain/access/address.js';
import { readCredentials } from '../../../../domain/access/credentials.js';
import type { RequestOrigin } from '../../../../domain/access/authorization.js';
import { isForwardingHeader } from '../../../../domain/access/forwarding.js';
import { browserFacts } from '../../server/browser-facts.js';
import { clientAddress, type TrustedProxies } from '../../server/forwarded-address.js';
import { parsedAddress } from '../../server/parsed-address.js';
import type { RequestHead, HttpRequest } from '../../server/request.js';

/** Returns the caller's address; an unknown address when the socket is already closed. */
export const callerAddressOf = ({ address }: Pick<RequestHead, 'address'>): Address => parsedAddress(address);

/** What the origin of a request is read from. */
export type OriginFacts = Pick<HttpRequest, 'address' | 'scheme' | 'headers' | 'query'>;

/** Returns the caller's address; the one that trusted proxies state, if they have forwarded the request (ADDRESS-11). */
const addressBehind = (trusted: TrustedProxies, request: OriginFacts): Address =>
  trusted.length === 0 || request.headers['x-forwarded-for'] === undefined
    ? callerAddressOf(request)
    : clientAddress(trusted, request);

/** The texts of a request that may contain a token. A browser adds the header `Referer` by itself. */
const otherTexts = ({ headers: { referer: _, ...headers }, query }: OriginFacts): readonly string[] => [
  ...Object.values(headers).flatMap((values) => values ?? []),
  ...[...query.values()].flat(),
];

/**
 * Returns the origin of a request. Forwarding headers mark it as forwarded, so that its address admits nobody; the
 * addresses in them are ignored, except those that trusted proxies state.
 */
export const requestOrigin = (trusted: TrustedProxies, request: OriginFacts): RequestOrigin => ({
  address: addressBehind(trusted, request),
  forwarded: Object.keys(request.headers).some(isForwardingHeader),
  credentials: {
    ...readCredentials(request.headers.authorization, request.query.get('token') ?? []),
    elsewhere: () => otherTexts(request),
  },
  browser: browserFacts(request),
});
