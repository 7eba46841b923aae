// Connections to a service in this process that use no network, so that the service sees an address of choice.
import type { Server } from 'node:http';
import { Duplex, duplexPair } from 'node:stream';

/** Closes each side when the other was closed before its end. */
const closeTogether = (client: Duplex, server: Duplex): void => {
  client.once('close', () => server.destroy());
  server.once('close', () => {
    if (!server.writableFinished) client.destroy();
  });
};

/**
 * Opens a connection to a server, on which the server sees `address`. Nothing outside this process can open one, so no
 * caller of the network gets an address that isn't its own.
 */
export const connectInMemory = (server: Server, address: string): Duplex => {
  const [client, accepted] = duplexPair();
  Object.assign(accepted, { remoteAddress: address });
  // A connection that was closed while something was written is no failure of the server.
  accepted.on('error', () => undefined);
  client.on('error', () => undefined);
  closeTogether(client, accepted);
  server.emit('connection', accepted);
  return client;
};

/** Returns a connection that fails, as one to a port on which nothing listens. */
export const refusedConnection = (): Duplex =>
  new Duplex({
    construct: (failed) => void setImmediate(failed, new Error('the connection is refused')),
    read: () => undefined,
  });
