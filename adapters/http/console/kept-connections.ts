// The connections that services keep open for their next request, and their end while the console stops.
import type { Socket } from 'node:net';
import type { Handler, HttpServer } from '../server/server.js';

/** Connections that carried a request of a service. */
export interface KeptConnections {
  /** Wraps a handler of requests of services: their connections are noted. */
  readonly noted: (handler: Handler) => Handler;
  /**
   * Closes each as soon as no request is in flight on it, until the server has closed. Otherwise a balancer's client would
   * open its next stream on it, at the console that stops. Services send again what gets no answer, so none is lost.
   */
  readonly closeIdle: (server: Pick<HttpServer, 'isInUse' | 'node'>) => void;
}

/** Milliseconds between two checks, far less than a service waits before it opens its next stream. */
const checkMs = 20;

/** Creates the record of connections, which is empty. */
export const keptConnections = (): KeptConnections => {
  const open = new Set<Socket>();
  const note = (connection: Socket): void => {
    if (open.has(connection)) return;
    open.add(connection);
    connection.once('close', () => open.delete(connection));
  };
  return {
    noted: (handler) => (request) => {
      note(request.raw.socket);
      return handler(request);
    },
    closeIdle: ({ isInUse, node }) => {
      const timer = setInterval(() => {
        for (const connection of open) if (!isInUse(connection)) connection.destroySoon();
      }, checkMs);
      node.once('close', () => {
        clearInterval(timer);
      });
    },
  };
};
