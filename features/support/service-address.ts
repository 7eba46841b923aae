// Under which addresses the service is called in the features.
import { isIPv6 } from 'node:net';

/** The port that the service is known by. */
export const servicePort = 3002;

/** An address without the name of the network interface. */
export const withoutZone = (address: string): string => address.replace(/%.*$/, '');

/** The host's own addresses on the LAN, one for each kind of network. */
export const lanAddresses = { v4: '192.168.1.10', v6: 'fd00::10', linkLocal: 'fe80::10' } as const;

/** Whether an address is the host itself's. */
export const isLoopback = (address: string): boolean => address === '::1' || /^(::ffff:)?127\./i.test(address);

/** IPv4 stays IPv4 where a socket wraps it. */
export const isWrapped = (address: string): boolean => /^::ffff:\d+\./i.test(address);

/** The service's address as a caller at `from` uses it. */
export const serviceAddressFor = (from: string): string => {
  const bare = withoutZone(from);
  if (!isIPv6(bare) || isWrapped(bare)) return isLoopback(bare) ? '127.0.0.1' : lanAddresses.v4;
  if (isLoopback(bare)) return '::1';
  return /^fe[89ab]/i.test(bare) ? lanAddresses.linkLocal : lanAddresses.v6;
};

/** What such a caller sends as `Host`. */
export const hostFor = (from: string): string => {
  const address = serviceAddressFor(from);
  return `${isIPv6(address) ? `[${address}]` : address}:${String(servicePort)}`;
};
