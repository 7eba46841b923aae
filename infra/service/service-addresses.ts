// The addresses at which callers on the network reach the service, once it listens.
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { reachableHosts } from '../../adapters/node/reachable-hosts.js';
import { isLoopbackHost } from '../machine/startup-errors.js';
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
  /** Whether a URL leads to the service itself, also at loopback. */
  readonly isOwn: (url: URL) => boolean;
}

const defaultPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

const urlOf = (scheme: string, host: string, port: number): string =>
  `${scheme}://${host.includes(':') ? `[${host}]` : host}:${String(port)}`;

/** Returns the addresses of a service with these settings. Its names come first, http before https. */
export const serviceAddresses = ({
  HOST,
  SERVICE_NAMES = [],
}: Pick<Settings, 'HOST' | 'SERVICE_NAMES'>): ServiceAddresses => {
  let bound: BoundAddresses | undefined;
  const hosts = (listensOn: string): readonly string[] => [...SERVICE_NAMES, ...reachableHosts(listensOn)];
  const ownHosts = (): readonly string[] => [...hosts('::'), hostname(), 'localhost', '::1'];
  return {
    isOwn: ({ hostname: host, port, protocol }) => {
      const number = Number(port === '' ? defaultPorts[protocol] : port);
      const name = host.replace(/^\[|\]$/g, '');
      const isOwnPort = bound !== undefined && [bound.port, bound.tls?.port].includes(number);
      return isOwnPort && (isLoopbackHost(name) || ownHosts().some((own) => own.toLowerCase() === name));
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
