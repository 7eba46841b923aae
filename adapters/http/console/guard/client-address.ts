// Whether a request comes from this host, and whether it is encrypted, here or up to a trusted proxy.
import { addressOrUnknown, isLoopback, rangeContains } from '../../../../domain/access/address.js';
import { joined, type TrustedProxies } from '../../server/forwarded-address.js';
import type { HttpRequest } from '../../server/request.js';

/** Whether a request comes from this host itself, without a proxy. */
export const isLocal = ({ address, headers }: HttpRequest): boolean =>
  isLoopback(addressOrUnknown(address)) && headers['x-forwarded-for'] === undefined;

/** Whether the connection is encrypted, here or up to a trusted proxy. */
export const isEncrypted = (trusted: TrustedProxies, { scheme, address, headers }: HttpRequest): boolean =>
  scheme === 'https' ||
  (trusted.some((range) => rangeContains(range)(addressOrUnknown(address))) &&
    joined(headers['x-forwarded-proto']) === 'https');
