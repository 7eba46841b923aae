// Where a request comes from, read off its socket and headers for the access rules to judge.
import * as O from 'fp-ts/lib/Option.js';
import { pipe } from 'fp-ts/lib/function.js';
import { parseAddress, unspecifiedAddress, type Address } from '../../../../domain/access/address.js';
import { readCredentials } from '../../../../domain/access/credentials.js';
import type { RequestOrigin } from '../../../../domain/access/authorization.js';
import { browserFacts } from '../../server/browser-facts.js';
import type { RequestHead, HttpRequest } from '../../server/request.js';

const isForwarding = (name: string): boolean =>
  name === 'forwarded' || name === 'via' || name.startsWith('x-forwarded-');

/** Addresses that were read already: the same few call again and again. */
const known = new Map<string, Address>();
const mostKnown = 1_024;

const readAddress = (text: string): Address => {
  const address = pipe(
    parseAddress(text),
    O.getOrElse(() => unspecifiedAddress),
  );
  if (known.size >= mostKnown) known.clear();
  known.set(text, address);
  return address;
};

/** Whom a request comes from; nowhere in particular where its socket has forgotten. */
export const addressOf = ({ address }: Pick<RequestHead, 'address'>): Address =>
  known.get(address) ?? readAddress(address);

/** Reads a request's provenance. What a proxy claims of the caller's address is never believed. */
export const requestOrigin = ({ address, headers, query }: HttpRequest): RequestOrigin => ({
  address: addressOf({ address }),
  forwarded: Object.keys(headers).some(isForwarding),
  credentials: readCredentials(headers.authorization, query.get('token') ?? []),
  browser: browserFacts(headers),
});
