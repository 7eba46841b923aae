// Replies to requests that never reach a handler: malformed, too slow, or in another protocol.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { originalRequest } from './original-request.js';
import { declaresOversizedBody, maxTargetLength } from './limits.js';
import { unreadableRequest, type RefusalHandler } from './refusal.js';
import { serializeReply, writeReply } from './reply.js';
import type { RequestHead } from './request.js';
import { parseTarget } from './request-target.js';
import { isComplete, type InFlightRequests } from './in-flight-requests.js';

/** Milliseconds between the final reply on a connection and its destruction. */
const lingerMs = 1_000;

const refused = Symbol('refused');

/** A connection; marked once its final reply is decided. */
interface Connection extends Socket {
  [refused]?: true;
}

/** Sends the final reply and drains input for a moment: unread bytes would reset the connection before it arrives. */
const sendAndClose = (connection: Connection, text: string): void => {
  connection.on('error', () => connection.destroy());
  if (!connection.writable) {
    connection.destroy();
    return;
  }
  connection.end(text);
  connection.resume();
  setTimeout(() => connection.destroy(), lingerMs).unref();
};

const addressOf = (connection: Connection): string => connection.remoteAddress ?? '';

interface ParseError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer;
}

/** A complete request line at the start of a packet that couldn't be parsed. */
const requestLine = /^(?:\r?\n)*([A-Z-]{1,24}) ([^\s]+) HTTP\/1\.[01]\r?\n/;

const oversizedLine = new RegExp(`^(?:\\r?\\n)*[A-Z-]{1,24} [^\\s]{${String(maxTargetLength)}}`);

const packetOf = ({ rawPacket }: ParseError): string => rawPacket?.toString('latin1') ?? '';

const parseHead = (packet: string, address: string): RequestHead => {
  const [, method, url] = requestLine.exec(packet) ?? [];
  return method === undefined || url === undefined
    ? unreadableRequest(address)
    : { ...parseTarget(url), method, address };
};

const statusOf = ({ code }: ParseError, packet: string): number => {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  if (code !== 'HPE_HEADER_OVERFLOW') return 400;
  return oversizedLine.test(packet) ? 414 : 431;
};

/** Whether the connection carried no request: it was opened in advance, or broke before the first byte. */
const hasNoRequest = (connection: Connection, { code = '' }: ParseError): boolean =>
  connection.bytesRead === 0 || !(code.startsWith('HPE_') || code === 'ERR_HTTP_REQUEST_TIMEOUT');

/** Runs a task once these responses are sent: replies to earlier requests precede a refusal. */
const afterAll = (responses: readonly ServerResponse[], task: () => void): void => {
  let open = responses.length;
  if (open === 0) task();
  for (const response of responses)
    response.once('close', () => {
      open -= 1;
      if (open === 0) task();
    });
};

const upgradeHeaders = { Upgrade: 'HTTP/1.1' };

const refuseAndClose = (refuse: RefusalHandler, connection: Connection, head: RequestHead, status: number): void => {
  const reply = refuse(head, status);
  const headers = { ...reply.headers, ...(status === 426 ? upgradeHeaders : {}) };
  sendAndClose(connection, serializeReply({ ...reply, headers }, head.method === 'HEAD'));
};

/** Handles `clientError`. Node.js emits it again for every further packet of the same connection. */
const refuseMalformed =
  (refuse: RefusalHandler, inFlight: InFlightRequests) =>
  (error: ParseError, connection: Connection): void => {
    if (connection[refused]) return;
    connection[refused] = true;
    const pending = inFlight.onConnection(connection).filter(isComplete);
    const unfinished = inFlight.incompleteOn(connection);
    if (hasNoRequest(connection, error) || unfinished?.headersSent === true) {
      afterAll(pending, () => connection.destroy());
      return;
    }
    const packet = packetOf(error);
    const head = unfinished === undefined ? parseHead(packet, addressOf(connection)) : originalRequest(unfinished.req);
    afterAll(pending, () => {
      refuseAndClose(refuse, connection, head, statusOf(error, packet));
    });
  };

const refuseOtherProtocol =
  (refuse: RefusalHandler, inFlight: InFlightRequests, status: number) =>
  (request: IncomingMessage, connection: Connection): void => {
    const head = originalRequest(request);
    connection[refused] = true;
    afterAll(inFlight.onConnection(connection), () => {
      refuseAndClose(refuse, connection, head, status);
    });
  };

/** Destroys a connection whose client doesn't read, but not one that waits for a slow response. */
const destroyStalled =
  (inFlight: InFlightRequests) =>
  (connection: Connection): void => {
    if (inFlight.onConnection(connection).length === 0 || connection.writableLength > 0) connection.destroy();
  };

/** Clients offer h2c but accept HTTP/1.1 as well. Only upgrades to other protocols are refused. */
const requiresUpgrade = ({ headers }: IncomingMessage): boolean => headers.upgrade?.toLowerCase() !== 'h2c';

/** Replies to every request that Node.js would drop, leave waiting, or answer in its own form. */
export const handleClientErrors = (
  server: Server,
  {
    refuse,
    inFlight,
    maxBytes,
  }: { readonly refuse: RefusalHandler; readonly inFlight: InFlightRequests; readonly maxBytes: number },
): void => {
  // restify's own listeners leave upgrades unanswered and accept every body.
  for (const event of ['upgrade', 'checkContinue']) server.removeAllListeners(event);
  Object.assign(server, { shouldUpgradeCallback: requiresUpgrade });
  server.on('upgrade', refuseOtherProtocol(refuse, inFlight, 426));
  server.on('connect', refuseOtherProtocol(refuse, inFlight, 400));
  server.on('clientError', refuseMalformed(refuse, inFlight));
  server.on('timeout', destroyStalled(inFlight));
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (!declaresOversizedBody(request, maxBytes)) response.writeContinue();
    server.emit('request', request, response);
  });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    writeReply(response, refuse(originalRequest(request), 417));
  });
};
