// Requests that never get as far as a handler: broken, too slow, or not in this protocol at all.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { originalRequest } from './original-request.js';
import { announcesTooMuch, longestTarget } from './limits.js';
import { unreadable, type Refuse } from './refusal.js';
import { serializeReply, writeReply } from './reply.js';
import type { RequestHead } from './request.js';
import { readTarget } from './request-target.js';
import type { InFlightRequests } from './in-flight-requests.js';

/** How long a caller that was refused may go on talking before its connection is cut, milliseconds. */
const lingerMs = 1_000;

const refused = Symbol('refused');

/** A connection, and whether its last word is spoken. */
interface Line extends Socket {
  [refused]?: true;
}

/** Says one last thing. What still comes in is read away for a moment: unread octets would cut the answer off. */
const lastWord = (line: Line, text: string): void => {
  line.on('error', () => line.destroy());
  if (!line.writable) {
    line.destroy();
    return;
  }
  line.end(text);
  line.resume();
  setTimeout(() => line.destroy(), lingerMs).unref();
};

const addressOf = (line: Line): string => line.remoteAddress ?? '';

interface ParseError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer;
}

/** The request line of what couldn't be parsed, where it is whole. */
const requestLine = /^(?:\r?\n)*([A-Z-]{1,24}) ([^\s]+) HTTP\/1\.[01]\r?\n/;

const tooLongLine = new RegExp(`^(?:\\r?\\n)*[A-Z-]{1,24} [^\\s]{${String(longestTarget)}}`);

const packetOf = ({ rawPacket }: ParseError): string => rawPacket?.toString('latin1') ?? '';

const readLine = (packet: string, address: string): RequestHead => {
  const [, method, url] = requestLine.exec(packet) ?? [];
  return method === undefined || url === undefined ? unreadable(address) : { ...readTarget(url), method, address };
};

const statusOf = ({ code }: ParseError, packet: string): number => {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  if (code !== 'HPE_HEADER_OVERFLOW') return 400;
  return tooLongLine.test(packet) ? 414 : 431;
};

/** Whether anything was asked at all: a connection may be opened in advance, or break before the first octet. */
const isSilent = (line: Line, { code = '' }: ParseError): boolean =>
  line.bytesRead === 0 || !(code.startsWith('HPE_') || code === 'ERR_HTTP_REQUEST_TIMEOUT');

const isComplete = ({ req }: ServerResponse): boolean => req.complete;

/** Once these are out, in their order and whole: an answer that is owed comes before any refusal. */
const afterAll = (owed: readonly ServerResponse[], task: () => void): void => {
  let open = owed.length;
  if (open === 0) task();
  for (const response of owed)
    response.once('close', () => {
      open -= 1;
      if (open === 0) task();
    });
};

const spoken = { Upgrade: 'HTTP/1.1' };

const say = (refuse: Refuse, line: Line, asked: RequestHead, status: number): void => {
  const reply = refuse(asked, status);
  const headers = { ...reply.headers, ...(status === 426 ? spoken : {}) };
  lastWord(line, serializeReply({ ...reply, headers }, asked.method === 'HEAD'));
};

/** Node tells of a broken request here, and goes on telling for every further packet. */
const refuseBroken =
  (refuse: Refuse, underWay: InFlightRequests) =>
  (error: ParseError, line: Line): void => {
    if (line[refused]) return;
    line[refused] = true;
    const owed = underWay.on(line).filter(isComplete);
    const newest = underWay.newest(line);
    const unfinished = newest === undefined || isComplete(newest) ? undefined : newest;
    if (isSilent(line, error) || unfinished?.headersSent === true) {
      afterAll(owed, () => line.destroy());
      return;
    }
    const packet = packetOf(error);
    const asked = unfinished === undefined ? readLine(packet, addressOf(line)) : originalRequest(unfinished.req);
    afterAll(owed, () => {
      say(refuse, line, asked, statusOf(error, packet));
    });
  };

const refuseOtherProtocol =
  (refuse: Refuse, underWay: InFlightRequests, status: number) =>
  (request: IncomingMessage, line: Line): void => {
    const asked = originalRequest(request);
    line[refused] = true;
    afterAll(underWay.on(line), () => {
      say(refuse, line, asked, status);
    });
  };

/** A reader that takes nothing is cut off; a caller that waits for a slow answer isn't one. */
const cutOffStalled =
  (underWay: InFlightRequests) =>
  (line: Line): void => {
    if (underWay.on(line).length === 0 || line.writableLength > 0) line.destroy();
  };

/** HTTP/2 is offered by whoever could speak it too; only who insists on something else is refused. */
const insists = ({ headers }: IncomingMessage): boolean => headers.upgrade?.toLowerCase() !== 'h2c';

/** Answers everything that node would drop, leave waiting, or answer in words of its own. */
export const answerClientErrors = (server: Server, refuse: Refuse, underWay: InFlightRequests): void => {
  // restify listens for upgrades and leaves them unanswered, and invites every body: its listeners go.
  for (const event of ['upgrade', 'checkContinue']) server.removeAllListeners(event);
  Object.assign(server, { shouldUpgradeCallback: insists });
  server.on('upgrade', refuseOtherProtocol(refuse, underWay, 426));
  server.on('connect', refuseOtherProtocol(refuse, underWay, 400));
  server.on('clientError', refuseBroken(refuse, underWay));
  server.on('timeout', cutOffStalled(underWay));
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (!announcesTooMuch(request)) response.writeContinue();
    server.emit('request', request, response);
  });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    writeReply(response, refuse(originalRequest(request), 417));
  });
};
