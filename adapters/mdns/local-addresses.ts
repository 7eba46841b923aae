// Which addresses equipment of the local networks may announce. A false announcement must not make the machine probe others.
import { BlockList } from 'node:net';
import { networkInterfaces } from 'node:os';

/** The private, link-local and loopback addresses. */
const localNetworks = [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['127.0.0.0', 8],
] as const;

/** The networks of the machine's interfaces, such as `192.0.2.0/24`. A studio's own network may have public addresses. */
const ownNetworks = (): readonly (readonly [string, number])[] =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family }) => family === 'IPv4')
    .map(({ address, cidr }) => [address, Number(cidr?.split('/')[1] ?? 32)] as const);

/** Returns a test for the IPv4 addresses that are local: private, link-local, loopback, or of one of `networks`. */
export const localAddresses = (networks = ownNetworks()): ((address: string) => boolean) => {
  const list = new BlockList();
  for (const [address, length] of [...localNetworks, ...networks]) list.addSubnet(address, length, 'ipv4');
  return (address) => list.check(address, 'ipv4');
};
