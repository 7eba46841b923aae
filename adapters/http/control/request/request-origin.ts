// The origin of a request, from its socket and headers, as input of authorization.
import * as O from 'fp-ts/lib/Option.js';
import { pipe } from 'fp-ts/lib/function.js';
import { parseAddress, unspecifiedAddress, type Address } from '../../../../domain/access/address.js';
import { readCredentials } from '../../../../domain/access/credentials.js';
import type { RequestOrigin } from '../../../../domain/access/authorization.js';
import { isForwardingHeader } from '../../../../domain/access/forwarding.js';
import { browserFacts } from '../../server/browser-facts.js';
import type { RequestHead, HttpRequest } from '../../server/request.js';

/** Cache of parsed addresses: few addresses make most calls. */
const parsedAddresses = new Map<string, Address>();
const maxParsedAddresses = 1_024;

const parseAndCache = (text: string): Address => {
  const address = pipe(
    parseAddress(text),
    O.getOrElse(() => unspecifiedAddress),
  );
  if (parsedAddresses.size >= maxParsedAddresses) parsedAddresses.clear();
  parsedAddresses.set(text, address);
  return address;
};

/** Returns the caller's address; the unspecified address when the socket is already closed. */
export const callerAddressOf = ({ address }: Pick<RequestHead, 'address'>): Address =>
  parsedAddresses.get(address) ?? parseAndCache(address);

/** Returns the origin of a request. Forwarding headers mark it as forwarded; the addresses in them are ignored. */
export const requestOrigin = ({ address, scheme, headers, query }: HttpRequest): RequestOrigin => ({
  address: callerAddressOf({ address }),
  forwarded: Object.keys(headers).some(isForwardingHeader),
  credentials: readCredentials(headers.authorization, query.get('token') ?? []),
  browser: browserFacts({ scheme, headers }),
});
