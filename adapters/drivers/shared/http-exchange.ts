// One HTTP request and its answer. Redirects are not followed, and no proxy is used.
import type { Agent, ClientRequest, IncomingMessage } from 'node:http';
import { request as requestHttps, type RequestOptions } from 'node:https';
import * as E from 'fp-ts/lib/Either.js';
import type { Direction, Wire } from '../../../application/ports/wire.js';
import type { Clock } from '../../../application/ports/clock.js';
import type { Authorization, Credentials } from './digest.js';
import { request as requestHttp } from './node-http.js';

/** Where requests go, and what they all carry. */
export interface HttpTarget {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  /** Certificates of the authorities that are trusted instead of the usual ones, PEM. */
  readonly ca: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** The user of all requests; absent if the device asks for none. */
  readonly credentials?: Credentials | undefined;
}

/** A request. The method is GET unless given. */
export interface ExchangeRequest {
  readonly method?: string;
  readonly path: string;
  readonly contentType?: string;
  readonly body?: string;
}

/** The longest time until a connection, and until the end of an answer, in milliseconds, and the longest answer, in bytes. */
export interface ExchangeLimits {
  readonly connectMs: number;
  readonly answerMs: number;
  readonly maxBytes: number;
}

/**
 * How answers of devices are parsed: header lines may end in LF alone, for example. No other server stands between, so no
 * answer can be taken for that of another request. The head of an answer has at most so many bytes.
 */
export const answerParsing = { insecureHTTPParser: true, maxHeaderSize: 16_384 } as const;

export interface ExchangeOptions {
  readonly clock: Clock;
  readonly wire?: Wire;
  readonly limits: ExchangeLimits;
  /** Keeps the connection for the next request; undefined for a connection of the request's own. */
  readonly agent: Agent | undefined;
  readonly authorization?: Authorization | undefined;
}

/** An answer. */
export interface HttpAnswer {
  readonly status: number;
  readonly body: Buffer;
  /** The fields `WWW-Authenticate` of the status 401, joined by commas; absent with another status. */
  readonly challenge?: string;
}

/** Why there is no answer. */
export interface NoAnswer {
  readonly reason: string;
  /** Whether the device as a whole doesn't answer: it accepts no connection, or is silent. */
  readonly isAway: boolean;
  /** Whether only the kept connection failed. The device may answer on another one. */
  readonly isStale: boolean;
}

/** What an exchange ends with. */
export type ExchangeResult = E.Either<NoAnswer, HttpAnswer>;

/** An exchange that is under way. */
export interface Exchange {
  readonly cancel: () => void;
}

/** Returns the header fields of a request. A question without a body has those of the target alone, as they are. */
const fieldsOf = (
  { headers }: HttpTarget,
  { contentType, body }: ExchangeRequest,
  { agent, authorization }: ExchangeOptions,
): HttpTarget['headers'] =>
  agent !== undefined && body === undefined && authorization === undefined
    ? headers
    : {
        ...headers,
        ...(authorization === undefined ? {} : { authorization: authorization.field }),
        ...(agent === undefined ? { connection: 'close' } : {}),
        ...(contentType === undefined ? {} : { 'content-type': contentType }),
        ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
      };

const optionsOf = (target: HttpTarget, sent: ExchangeRequest, options: ExchangeOptions): RequestOptions => {
  const { host, port, ca } = target;
  const { method = 'GET', path } = sent;
  const headers = fieldsOf(target, sent, options);
  return { ...answerParsing, host, port, method, path, agent: options.agent ?? false, ca, headers };
};

/** Reads an answer. Destroys one that is too long. */
const readAnswer = (response: IncomingMessage, maxBytes: number, onAnswer: (answer: HttpAnswer) => void): void => {
  const chunks: Buffer[] = [];
  let length = 0;
  response.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > maxBytes) response.destroy(new Error(`the answer is longer than ${String(maxBytes)} bytes`));
    else chunks.push(chunk);
  });
  response.on('end', () => {
    const { statusCode: status = 0, headers } = response;
    const challenge = status === 401 ? { challenge: headers['www-authenticate'] ?? '' } : {};
    onAnswer({ status, body: Buffer.concat(chunks), ...challenge });
  });
};

/** What is known of a request. */
interface Progress {
  isAway: boolean;
  isAnswering: boolean;
  /** Whether it uses a kept connection. */
  isKept: boolean;
}

/** Notes that a device accepts a connection. A kept connection has no such event: only an answer shows that its device is there. */
const followConnecting = (outgoing: ClientRequest, progress: Progress): void => {
  if (progress.isKept) return;
  outgoing.on('socket', (socket) => {
    // Node calls a kept connection reused only if it was idle, and not if the request waited for it.
    progress.isKept = socket.bytesRead > 0;
    if (!socket.connecting) return;
    socket.once('connect', () => {
      progress.isAway = false;
    });
  });
};

/** Destroys a request that takes too long. Returns a function that ends the limit. One timer serves both limits. */
const limitTime = (
  outgoing: ClientRequest,
  progress: Progress,
  { clock, limits: { connectMs, answerMs } }: ExchangeOptions,
): (() => void) => {
  let cancel = clock.after(connectMs, () => {
    if (progress.isAway) outgoing.destroy(new Error('it does not answer'));
    else
      cancel = clock.after(answerMs - connectMs, () => {
        progress.isAway = true;
        outgoing.destroy(new Error(`no answer came within ${String(answerMs)} ms`));
      });
  });
  return () => {
    cancel();
  };
};

/** Notes a message without its header fields, which may be secret. */
const noteMessage = (wire: Wire | undefined, direction: Direction, head: string, body: Buffer | string = ''): void =>
  wire?.note(direction, Buffer.concat([Buffer.from(`${head}\r\n\r\n`), Buffer.from(body as string)]));

/** Notes an answer, in which a device may return the header fields of the request. */
const noteAnswer = ({ wire, authorization }: ExchangeOptions, { status, body }: HttpAnswer): void => {
  const secret = authorization?.secret;
  const shown =
    secret === undefined || !body.includes(secret)
      ? body
      : Buffer.from(body.toString('latin1').replaceAll(secret, '*'.repeat(secret.length)), 'latin1');
  noteMessage(wire, 'received', `HTTP/1.1 ${String(status)}`, shown);
};

/** Sends a request. Calls `onEnd` once: with the answer, or with the reason why there is none. */
export const exchange = (
  target: HttpTarget,
  sent: ExchangeRequest,
  options: ExchangeOptions,
  onEnd: (result: ExchangeResult) => void,
): Exchange => {
  const outgoing = (target.tls ? requestHttps : requestHttp)(optionsOf(target, sent, options));
  const progress: Progress = { isAway: true, isAnswering: false, isKept: outgoing.reusedSocket };
  let isEnded = false;
  const end = (result: ExchangeResult): void => {
    if (isEnded) return;
    isEnded = true;
    cancelLimit();
    onEnd(result);
  };
  const fail = ({ message }: Error): void => {
    const { isAway, isAnswering, isKept } = progress;
    end(E.left({ reason: message, isAway, isStale: isKept && !isAnswering }));
  };
  followConnecting(outgoing, progress);
  outgoing.on('response', (response: IncomingMessage) => {
    progress.isAway = false;
    progress.isAnswering = true;
    readAnswer(response.on('error', fail), options.limits.maxBytes, (answer) => {
      noteAnswer(options, answer);
      end(E.right(answer));
    });
  });
  const cancelLimit = limitTime(outgoing, progress, options);
  outgoing.on('error', fail);
  outgoing.on('close', () => {
    // This event follows every answer. An error that is not used would cost recording a stack.
    if (!isEnded) fail(new Error('the device closed the connection without an answer'));
  });
  noteMessage(options.wire, 'sent', `${outgoing.method} ${sent.path} HTTP/1.1`, sent.body);
  outgoing.end(sent.body);
  return { cancel: () => void outgoing.destroy(new Error('the connection was closed')) };
};
