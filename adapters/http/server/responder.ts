// Sends the replies of handlers, and refuses requests whose head is unacceptable.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Log } from '../../../application/ports/log.js';
import { discardBody } from './body.js';
import type { ConnectionLimit } from './connection-limit.js';
import { endOfTick } from './end-of-tick.js';
import type { InFlightRequests } from './in-flight-requests.js';
import { headRefusalStatus, stalledReaderTimeoutMs } from './limits.js';
import { originalRequest } from './original-request.js';
import type { RefusalHandler } from './refusal.js';
import { writeReply, type HttpReply } from './reply.js';

/** Calls back once when a response was handed to the network, or its connection is closed. */
const whenDelivered = (response: ServerResponse, callBack: () => void): void => {
  if (response.writableFinished || response.destroyed) {
    callBack();
    return;
  }
  const end = (): void => {
    response.off('finish', end).off('close', end);
    callBack();
  };
  response.once('finish', end).once('close', end);
};

const limitStall = ({ socket }: ServerResponse): void => {
  if (socket instanceof Socket && socket.writableLength > 0) socket.setTimeout(stalledReaderTimeoutMs);
};

/** Writes a reply, and limits how long its reader may stall. */
const send = (response: ServerResponse, reply: HttpReply): void => {
  writeReply(response, reply);
  if (reply.onDelivered !== undefined) whenDelivered(response, reply.onDelivered);
  limitStall(response);
  // A response behind others of its connection is written right after it gets the socket.
  if (response.socket === null)
    response.once('socket', () => {
      process.nextTick(limitStall, response);
    });
};

/** What every response needs, apart from its handler. */
export interface ResponderDeps {
  readonly refuse: RefusalHandler;
  readonly discardsBodies: boolean;
  readonly inFlight: InFlightRequests;
  readonly limit: ConnectionLimit;
  readonly isClosing: () => boolean;
  /** The longest body of all routes. */
  readonly maxBytes: number;
  readonly log: Log;
}

type MakeReply = () => HttpReply | Promise<HttpReply>;

/** Sends the reply that `makeReply` returns. Never rejects. */
type Responder = (raw: IncomingMessage, response: ServerResponse, makeReply: MakeReply) => Promise<void>;

/** Returns the function that sends replies. */
export const responder = ({ refuse, discardsBodies, inFlight, limit, isClosing, log }: ResponderDeps): Responder => {
  const replyTo = async (raw: IncomingMessage, makeReply: MakeReply): Promise<HttpReply> => {
    try {
      return await makeReply();
    } catch (error) {
      log.error('a request handler failed', { error });
      return refuse(originalRequest(raw), 500);
    }
  };

  const respond = (raw: IncomingMessage, response: ServerResponse, reply: HttpReply): void => {
    if (reply.isCallerKnown === true) limit.addKnown(originalRequest(raw).address);
    if (isClosing()) response.shouldKeepAlive = false;
    if (typeof reply.body === 'function') inFlight.release(response);
    send(response, reply);
  };

  return async (raw, response, makeReply) => {
    try {
      const discarded = discardsBodies ? discardBody(raw) : undefined;
      const body = discarded && (await discarded);
      if (body === 'aborted') return;
      const reply = body === 'too-long' ? refuse(originalRequest(raw), 413) : await replyTo(raw, makeReply);
      // Up to 32 responses that are ready in the same tick are sent together, which saves wake-ups of readers.
      await endOfTick();
      respond(raw, response, reply);
    } catch (error) {
      // restify would send the error itself to the caller.
      log.error('sending a response failed', { error });
      response.destroy();
    }
  };
};

/** Refuses a request with an unacceptable head and returns whether it did. Closes the connection, except for 413. */
export const headGuard =
  ({ refuse, maxBytes }: ResponderDeps) =>
  (raw: IncomingMessage, response: ServerResponse): boolean => {
    const status = headRefusalStatus(raw, maxBytes);
    if (status === undefined) return false;
    if (status !== 413) response.shouldKeepAlive = false;
    send(response, refuse(originalRequest(raw), status));
    return true;
  };
