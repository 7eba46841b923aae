// The addresses at which callers on the network reach the service, once it listens.
import type { AddressInfo } from 'node:net';
import { reachableHosts } from '../../adapters/node/reachable-hosts.js';
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
}

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
