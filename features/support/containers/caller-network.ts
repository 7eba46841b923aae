// Decides which network a caller's address belongs to.
import { BlockList, isIPv6 } from 'node:net';

const lan = new BlockList();
for (const [net, prefix] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  lan.addSubnet(net, prefix, 'ipv4');
lan.addSubnet('fc00::', 7, 'ipv6');
lan.addSubnet('fe80::', 10, 'ipv6');

/** Reports whether a caller is on the studio's LAN; all others are on the outside network. */
export const isPrivateText = (address: string): boolean => lan.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
