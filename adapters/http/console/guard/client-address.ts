// The client address of a request, which trusted proxies may have forwarded.
import * as O from 'fp-ts/lib/Option.js';
import { pipe } from 'fp-ts/lib/function.js';
import {
  rangeContains,
  isLoopback,
  parseAddress,
  unspecifiedAddress,
  type Address,
  type AddressRange,
} from '../../../../domain/access/address.js';
import type { HttpRequest } from '../../server/request.js';

/** The proxies whose forwarding headers are trusted. */
export type TrustedProxies = readonly AddressRange[];

const addressOf = (text: string): Address =>
  pipe(
    parseAddress(text.trim()),
    O.getOrElse(() => unspecifiedAddress),
  );

const joined = (value: string | string[] | undefined): string =>
  Array.isArray(value) ? value.join(',') : (value ?? '');

/** Returns the last address that is not a trusted proxy. Addresses before it may be forged. */
export const clientAddress = (trusted: TrustedProxies, { address, headers }: HttpRequest): Address => {
  const isTrusted = (hop: Address): boolean => trusted.some((range) => rangeContains(range)(hop));
  const forwarded = joined(headers['x-forwarded-for']);
  const hops = [...(forwarded === '' ? [] : forwarded.split(',')), address].map(addressOf);
  return hops.findLast((hop) => !isTrusted(hop)) ?? hops[0] ?? unspecifiedAddress;
};

/** Whether a request comes from this host itself, without a proxy. */
export const isLocal = ({ address, headers }: HttpRequest): boolean =>
  isLoopback(addressOf(address)) && headers['x-forwarded-for'] === undefined;

/** Whether the connection is encrypted, here or up to a trusted proxy. */
export const isEncrypted = (trusted: TrustedProxies, { scheme, address, headers }: HttpRequest): boolean =>
  scheme === 'https' ||
  (trusted.some((range) => rangeContains(range)(addressOf(address))) &&
    joined(headers['x-forwarded-proto']) === 'https');
