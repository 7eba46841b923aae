// The addresses at which callers on the network reach the service, once it listens.
import type { AddressInfo, Socket } from 'node:net';
import { reachableHosts } from '../../adapters/node/reachable-hosts.js';
import { addressOrUnknown, isLoopback, type Address } from '../../domain/access/address.js';
import type { Settings } from '../settings/settings.js';

/** Where a service listens: for plain HTTP, and for TLS if it has a certificate. */
export interface BoundAddresses extends AddressInfo {
  readonly tls?: { readonly host: string; readonly port: number };
}

/** The addresses of the service. */
export interface ServiceAddresses {
  /** Called once the service listens. */
  readonly setBound: (bound: BoundAddresses) => void;
  /** Returns base URLs, as the network is now; none before the service listens. */
  readonly urls: () => readonly string[];
  /** Whether a connection of this machine leads to the service itself, whatever name or address it was opened by. */
  readonly isOwn: (connection: Connection) => boolean;
}

/** The ends of an open connection. */
type Connection = Pick<Socket, 'remoteAddress' | 'remotePort' | 'localAddress'>;

const addressAt = (text: string | undefined): Address => addressOrUnknown(text ?? '');

const urlOf = (scheme: string, host: string, port: number): string =>
  `${scheme}://${host.includes(':') ? `[${host}]` : host}:${String(port)}`;

/** Returns the addresses of a service with these settings. Its names come first, http before https. */
export const serviceAddresses = ({
  HOST,
  SERVICE_NAMES = [],
}: Pick<Settings, 'HOST' | 'SERVICE_NAMES'>): ServiceAddresses => {
  let bound: BoundAddresses | undefined;
  const hosts = (listensOn: string): readonly string[] => [...SERVICE_NAMES, ...reachableHosts(listensOn)];
  return {
    isOwn: ({ remoteAddress, remotePort, localAddress }) => {
      const isOwnPort = bound !== undefined && [bound.port, bound.tls?.port].includes(remotePort);
      // This machine reaches an address of its own from that address.
      const remote = addressAt(remoteAddress);
      return isOwnPort && (isLoopback(remote) || remote.text === addressAt(localAddress).text);
    },
    setBound: (addresses) => {
      bound = addresses;
    },
    urls: () => {
      if (bound === undefined) return [];
      const { port, tls } = bound;
      return [
        ...hosts(HOST).map((host) => urlOf('http', host, port)),
        ...(tls === undefined ? [] : hosts(tls.host).map((host) => urlOf('https', host, tls.port))),
      ];
    },
  };
};
