// What every server here puts up with: how long a caller may dawdle, what is too long, and what isn't spoken at all.
import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** Milliseconds that a caller has for the head, and for the whole of its request. */
const headersTimeoutMs = 10_000;
const requestTimeoutMs = 20_000;
const keepAliveTimeoutMs = 30_000;
const checkEveryMs = 1_000;

/** What a broken request is answered with; the rest is 400. */
const brokenRequests: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

const answerRaw = (socket: Duplex, status: number, headers = ''): void => {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const reason = STATUS_CODES[status] ?? '';
  socket.end(`HTTP/1.1 ${String(status)} ${reason}\r\n${headers}Connection: close\r\nContent-Length: 0\r\n\r\n`);
};

const refuseUpgrade = (_request: IncomingMessage, socket: Duplex): void => {
  socket.on('error', () => socket.destroy());
  answerRaw(socket, 426, 'Upgrade: HTTP/1.1\r\n');
  socket.once('finish', () => socket.destroy());
};

const refuseBroken = (error: NodeJS.ErrnoException, socket: Duplex): void => {
  answerRaw(socket, brokenRequests[error.code ?? ''] ?? 400);
};

/** Sets the limits. Must come before the server listens. */
export const setLimits = (server: Server): void => {
  server.headersTimeout = headersTimeoutMs;
  server.requestTimeout = requestTimeoutMs;
  server.keepAliveTimeout = keepAliveTimeoutMs;
  Object.assign(server, { connectionsCheckingInterval: checkEveryMs });
  // restify listens for upgrades and leaves them unanswered: its listener goes, so that no socket waits for ever.
  server.removeAllListeners('upgrade');
  server.on('upgrade', refuseUpgrade);
  server.on('clientError', refuseBroken);
};
