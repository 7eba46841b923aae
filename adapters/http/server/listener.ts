// A server of Node.js that listens on one address: its limits, its open connections and its end.
import type { Server as NodeServer } from 'node:http';
import { Server as NetServer, type AddressInfo, type Socket } from 'node:net';
import { handleClientErrors } from './client-errors.js';
import { applyLimits, backlog } from './limits.js';
import type { ResponderDeps } from './responder.js';

/** Listens, or rejects when it can't. */
export const listen = (server: NodeServer, port: number, host: string): Promise<AddressInfo> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, ipv6Only: false, backlog }, () => {
      server.off('error', reject);
      resolve(server.address() as AddressInfo);
    });
  });

/** Tracks all connections. Node.js doesn't count those in a TLS handshake, and `close` would wait for them. */
const connectionsOf = (server: NodeServer): ReadonlySet<Socket> => {
  const connections = new Set<Socket>();
  server.on('connection', (connection) => {
    connections.add(connection);
    connection.once('close', () => connections.delete(connection));
  });
  return connections;
};

/** A server of Node.js that listens on one address, and its open connections. */
export interface Listener {
  readonly node: NodeServer;
  readonly connections: ReadonlySet<Socket>;
}

/** How often idle connections are closed while a server closes, in milliseconds. */
const idleCheckMs = 20;

/** Stops accepting connections. Those that are open stay open, also idle ones, which `close` of Node.js would close. */
export const stopAccepting = ({ node }: Listener): void => {
  if (node.listening) NetServer.prototype.close.call(node);
};

/** Stops accepting connections, closes each when it is idle, and those that are open after `graceMs`. */
export const close = ({ node, connections }: Listener, graceMs: number): Promise<void> =>
  new Promise((resolve) => {
    const graceTimer = setTimeout(() => {
      node.closeAllConnections();
      for (const connection of connections) connection.destroy();
    }, graceMs);
    // A connection whose last response ends later stays open, and its client would send its next request to this server.
    const idleTimer = setInterval(() => {
      node.closeIdleConnections();
    }, idleCheckMs);
    node.close(() => {
      clearTimeout(graceTimer);
      clearInterval(idleTimer);
      resolve();
    });
    // Connections without a first request count as active, so Node.js would wait for them.
    for (const connection of connections) if (connection.bytesRead === 0) connection.destroy();
  });

type ListenerDeps = Pick<ResponderDeps, 'refuse' | 'inFlight' | 'limit' | 'maxBytes' | 'log'>;

/** Applies timeouts and limits to a listener, and handles everything that doesn't reach the routes. */
export const openListener = (node: NodeServer, deps: ListenerDeps): Listener => {
  const { limit, log } = deps;
  // `listen` rejects with an error that occurs before listening. Later errors, such as those of accept, are logged.
  node.on('error', (error) => {
    if (node.listening) log.error('the HTTP server reported an error', { error });
  });
  const connections = connectionsOf(node);
  applyLimits(node);
  limit.watch(node);
  handleClientErrors(node, deps);
  return { node, connections };
};
