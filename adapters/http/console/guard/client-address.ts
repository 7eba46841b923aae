// Where a request to the console comes from, when a proxy that is named as trusted may have passed it on.
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

/** The proxies whose word counts. */
export type TrustedProxies = readonly AddressRange[];

const addressOf = (text: string): Address =>
  pipe(
    parseAddress(text.trim()),
    O.getOrElse(() => unspecifiedAddress),
  );

const one = (value: string | string[] | undefined): string => (Array.isArray(value) ? value.join(',') : (value ?? ''));

/** The last address that no trusted proxy vouches away: what stands before it anybody may have written. */
export const callerAddress = (trusted: TrustedProxies, { address, headers }: HttpRequest): Address => {
  const isTrusted = (hop: Address): boolean => trusted.some((range) => rangeContains(range)(hop));
  const told = one(headers['x-forwarded-for']);
  const hops = [...(told === '' ? [] : told.split(',')), address].map(addressOf);
  return hops.findLast((hop) => !isTrusted(hop)) ?? hops[0] ?? unspecifiedAddress;
};

/** Whether a request comes from this machine itself, and was passed on by nobody. */
export const isLocal = ({ address, headers }: HttpRequest): boolean =>
  isLoopback(addressOf(address)) && headers['x-forwarded-for'] === undefined;

/** Whether the operator's way here is encrypted. */
export const isEncrypted = (trusted: TrustedProxies, { raw, address, headers }: HttpRequest): boolean =>
  'encrypted' in raw.socket ||
  (trusted.some((range) => rangeContains(range)(addressOf(address))) && one(headers['x-forwarded-proto']) === 'https');
