// A server that listens in memory: its connections come from links, and it closes as one with sockets does.
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { HttpServer } from '../../../adapters/http/server/server.js';

/** Whether a server listens. */
export interface Listening {
  is: boolean;
}

/** Lets `close` wait for the connections, of which Node.js only counts those that it has accepted itself. */
const closeWithConnections = (node: Server): void => {
  const open = new Set<Duplex>();
  let whenClosed: (() => void) | undefined;
  const closeIfDrained = (): void => {
    if (open.size === 0) whenClosed?.();
  };
  node.on('connection', (connection: Duplex) => {
    open.add(connection);
    connection.once('close', () => {
      open.delete(connection);
      closeIfDrained();
    });
  });
  node.close = (closed) => {
    whenClosed = closed;
    node.closeIdleConnections();
    closeIfDrained();
    return node;
  };
};

/** Replaces the sockets of a server by a flag. */
export const listensInMemory =
  (listening: Listening) =>
  (server: HttpServer): HttpServer => {
    closeWithConnections(server.node);
    return {
      ...server,
      listen: () => {
        listening.is = true;
        return Promise.resolve({ address: '127.0.0.1', port: 3_000, family: 'IPv4' });
      },
      close: (graceMs) => {
        listening.is = false;
        return server.close(graceMs);
      },
    };
  };
