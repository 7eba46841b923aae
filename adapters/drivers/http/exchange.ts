// One HTTP request and its answer, on a connection of its own: a request is never sent twice, as it would be on a kept
// connection that the device closes meanwhile. Redirects are not followed, and no proxy is used.
import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import * as E from 'fp-ts/lib/Either.js';
import type { Clock } from '../../../application/ports/clock.js';
import { ReceivedText } from '../shared/templates/text-match.js';
import type { HttpRequest } from './request-template.js';

/** Where requests go, and what they all carry. */
export interface HttpTarget {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  /** Certificates of the authorities that are trusted instead of the usual ones, PEM. */
  readonly ca: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/** An answer. */
export interface HttpReply {
  readonly status: number;
  readonly received: ReceivedText;
}

/** The longest time until a connection, and until the end of an answer, in milliseconds, and the longest answer, in bytes. */
const connectMs = 1_000;
const answerMs = 5_000;
const maxBytes = 65_536;

const optionsOf = (
  { host, port, ca, headers }: HttpTarget,
  { method, path, contentType, body }: HttpRequest,
): RequestOptions => ({
  ...{ host, port, method, path, agent: false },
  ...(ca === undefined ? {} : { ca }),
  headers: {
    ...headers,
    connection: 'close',
    ...(contentType === undefined ? {} : { 'content-type': contentType }),
    ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
  },
});

/** Reads an answer. Destroys one that is too long. */
const readReply = (response: IncomingMessage, onReply: (reply: HttpReply) => void): void => {
  const chunks: Buffer[] = [];
  let length = 0;
  response.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > maxBytes) response.destroy(new Error(`the answer is longer than ${String(maxBytes)} bytes`));
    else chunks.push(chunk);
  });
  response.once('end', () => {
    const received = new ReceivedText(Buffer.concat(chunks).toString('utf8').trim());
    onReply({ status: response.statusCode ?? 0, received });
  });
};

/** Why there is no answer. */
export interface NoReply {
  readonly reason: string;
  /** Whether the device as a whole doesn't answer: it accepts no connection, or is silent. */
  readonly isAway: boolean;
}

/** An exchange that is under way. */
export interface Exchange {
  readonly cancel: () => void;
}

/** Sends a request. Calls `onEnd` once: with the answer, or with the reason why there is none. */
export const exchange = (
  target: HttpTarget,
  sent: HttpRequest,
  clock: Clock,
  onEnd: (result: E.Either<NoReply, HttpReply>) => void,
): Exchange => {
  let isEnded = false;
  let isAway = true;
  const end = (result: E.Either<NoReply, HttpReply>): void => {
    if (isEnded) return;
    isEnded = true;
    cancelConnect();
    cancelTimeout();
    onEnd(result);
  };
  const fail = ({ message }: Error): void => {
    end(E.left({ reason: message, isAway }));
  };
  const outgoing = (target.tls ? requestHttps : requestHttp)(optionsOf(target, sent));
  outgoing.once('response', (response: IncomingMessage) => {
    readReply(response.on('error', fail), (reply) => {
      end(E.right(reply));
    });
  });
  const cancelConnect = clock.after(connectMs, () => {
    if (isAway) outgoing.destroy(new Error('it does not answer'));
  });
  const cancelTimeout = clock.after(answerMs, () => {
    isAway = true;
    outgoing.destroy(new Error(`no answer came within ${String(answerMs)} ms`));
  });
  outgoing.once('socket', (socket) =>
    socket.once('connect', () => {
      isAway = false;
    }),
  );
  outgoing.on('error', fail);
  outgoing.once('close', () => {
    fail(new Error('the device closed the connection without an answer'));
  });
  outgoing.end(sent.body);
  return { cancel: () => void outgoing.destroy(new Error('the connection was closed')) };
};
