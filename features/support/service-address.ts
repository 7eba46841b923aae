// The addresses at which the features call the service.
import { isIPv6 } from 'node:net';

/** The port of the service. */
export const servicePort = 3002;

/** Returns an address without its zone id. */
export const withoutZone = (address: string): string => address.replace(/%.*$/, '');

/** The host's own LAN addresses, one of each kind. */
export const lanAddresses = { v4: '192.168.1.10', v6: 'fd00::10', linkLocal: 'fe80::10' } as const;

/** Reports whether an address is a loopback address. */
export const isLoopbackText = (address: string): boolean => address === '::1' || /^(::ffff:)?127\./i.test(address);

/** Reports whether an address is an IPv4-mapped IPv6 address. */
export const isIPv4Mapped = (address: string): boolean => /^::ffff:\d+\./i.test(address);

/** Returns the service's address as seen by a caller at `from`. */
export const serviceAddressFor = (from: string): string => {
  const bare = withoutZone(from);
  if (!isIPv6(bare) || isIPv4Mapped(bare)) return isLoopbackText(bare) ? '127.0.0.1' : lanAddresses.v4;
  if (isLoopbackText(bare)) return '::1';
  return /^fe[89ab]/i.test(bare) ? lanAddresses.linkLocal : lanAddresses.v6;
};

/** Returns the `Host` header of a caller at `from`. */
export const hostFor = (from: string): string => {
  const address = serviceAddressFor(from);
  return `${isIPv6(address) ? `[${address}]` : address}:${String(servicePort)}`;
};
