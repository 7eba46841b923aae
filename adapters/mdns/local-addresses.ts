// Which addresses equipment of the local networks may announce. A false announcement must not make the machine probe others.
import { BlockList, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

/** The private, link-local and loopback addresses. Link-local addresses of IPv6 aren't among them. */
const localNetworks = [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['127.0.0.0', 8],
  ['fc00::', 7],
  ['::1', 128],
] as const;

/** Tests of the IPv4 and IPv6 addresses that are announced. */
export interface LocalAddresses {
  /** Whether an address is private, loopback, link-local (IPv4), or of one of the machine's networks. */
  readonly isLocal: (address: string) => boolean;
  /** Whether an address is a link-local one of IPv6, which means nothing without an interface of the machine. */
  readonly needsInterface: (address: string) => boolean;
}

const needsInterface = (address: string): boolean =>
  isIPv6(address) && ipaddr.IPv6.parse(address).range() === 'linkLocal';

/** The networks of the machine's interfaces, such as `192.0.2.0/24`. A studio's own network may have public addresses. */
const ownNetworks = (): readonly (readonly [string, number])[] =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ address }) => !needsInterface(address))
    .map(
      ({ address, cidr, family }) => [address, Number(cidr?.split('/')[1] ?? (family === 'IPv4' ? 32 : 128))] as const,
    );

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4');

/** IPv4 addresses are announced as such, so one that IPv6 maps is false. */
const isMapped = (address: string): boolean => isIPv6(address) && ipaddr.IPv6.parse(address).isIPv4MappedAddress();

/** Returns the tests. `networks` are those of the machine. */
export const localAddresses = (networks = ownNetworks()): LocalAddresses => {
  const list = new BlockList();
  for (const [address, length] of [...localNetworks, ...networks]) list.addSubnet(address, length, familyOf(address));
  return {
    isLocal: (address) => !isMapped(address) && list.check(address, familyOf(address)),
    needsInterface,
  };
};
