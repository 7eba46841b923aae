// Ports on the loopback interface.
import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';

/** Makes a server listen on 127.0.0.1, by default on a free port, and returns the port. */
export const listenOnLoopback = async (server: Server, port = 0): Promise<number> => {
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
};

/** Whether a server can listen on a port of 127.0.0.1. Rejects if it can't for another reason than that the port is taken. */
const isFree = async (port: number): Promise<boolean> => {
  const server = createServer();
  try {
    await listenOnLoopback(server, port);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw error;
  }
  server.close();
  await once(server, 'close');
  return true;
};

/**
 * Returns a port of 127.0.0.1 that is free. It is below the ports of outgoing connections, one of which could take it before its
 * program does.
 */
export const freePort = async (): Promise<number> => {
  const port = randomInt(20_000, 32_768);
  return (await isFree(port)) ? port : freePort();
};

/** Returns a port of 127.0.0.1 that no socket for datagrams has. */
export const freeUdpPort = async (): Promise<number> => {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  await once(socket, 'close');
  return port;
};

/** Returns whether something accepts connections on a port of 127.0.0.1. */
export const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      resolve(true);
      socket.destroy();
    });
    socket.once('error', () => {
      resolve(false);
    });
  });
