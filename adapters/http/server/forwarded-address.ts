// The address of a caller whose request trusted proxies may have forwarded.
import type { IncomingHttpHeaders } from 'node:http';
import {
  addressOrUnknown,
  rangeContains,
  unknownAddress,
  type Address,
  type AddressRange,
} from '../../../domain/access/address.js';

/** The proxies whose `X-Forwarded-For` is trusted. */
export type TrustedProxies = readonly AddressRange[];

/** Returns a header as one text, empty if it is absent. */
export const joined = (value: string | string[] | undefined): string =>
  Array.isArray(value) ? value.join(',') : (value ?? '');

/** What the address of a caller is read from. */
interface ForwardedRequest {
  /** The remote address of the socket. */
  readonly address: string;
  readonly headers: IncomingHttpHeaders;
}

/**
 * Returns the last address that is not a trusted proxy. Addresses before it may be forged. It is unknown if that proxy
 * states something else than an address (ADDRESS-12).
 */
export const clientAddress = (trusted: TrustedProxies, { address, headers }: ForwardedRequest): Address => {
  const isTrusted = (hop: Address): boolean => trusted.some((range) => rangeContains(range)(hop));
  const forwarded = joined(headers['x-forwarded-for']);
  const hops = [...(forwarded === '' ? [] : forwarded.split(',')), address].map((hop) => addressOrUnknown(hop.trim()));
  return hops.findLast((hop) => !isTrusted(hop)) ?? hops[0] ?? unknownAddress;
};
