// The hosts by which callers on the network reach a listener of this machine.
import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os';

const everyAddress = ['::', '0.0.0.0'];

type Interface = Pick<NetworkInterfaceInfo, 'address' | 'family' | 'internal'>;

/** Link-local IPv6 addresses are only valid with the zone of the caller's own interface. */
const isLinkLocal = ({ address, family }: Interface): boolean => family === 'IPv6' && /^fe[89ab]/i.test(address);

const machineInterfaces = (): readonly Interface[] =>
  Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);

/**
 * Returns the hosts, IPv4 first. A listener of all addresses has those of the machine's interfaces, and loopback only if there
 * are no others. `0.0.0.0` listens on IPv4 alone.
 */
export const reachableHosts = (listensOn: string, interfaces = machineInterfaces()): readonly string[] => {
  if (!everyAddress.includes(listensOn)) return [listensOn];
  const usable = interfaces.filter((one) => !one.internal && !isLinkLocal(one));
  const addressesOf = (family: string): readonly string[] =>
    usable.filter((one) => one.family === family).map(({ address }) => address);
  const hosts = [...addressesOf('IPv4'), ...(listensOn === '0.0.0.0' ? [] : addressesOf('IPv6'))];
  return hosts.length > 0 ? hosts : ['127.0.0.1'];
};
