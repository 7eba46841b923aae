// The HTTP server that every part here stands on: restify, with routes by path alone and replies as values.
import type { IncomingMessage, Server as NodeServer, ServerResponse } from 'node:http';
import { Socket, type AddressInfo } from 'node:net';
import restify from 'restify';
import type { Log } from '../../../application/ports.js';
import { askedOf } from './arrival.js';
import { dropBody } from './body.js';
import { refusedForm, setLimits, stalledReaderMs } from './limits.js';
import { refusePlainly, type Refuse } from './refusal.js';
import { writeReply, type HttpReply } from './reply.js';
import { pathParameters, type HttpRequest } from './request.js';
import { answerStrays } from './strays.js';
import { isAmbiguous, isSoundPath } from './target.js';
import { underWay, type UnderWay } from './under-way.js';

/** Answers a request. May reject: that is answered by a generic 500 and logged. */
export type Handler = (request: HttpRequest) => HttpReply | Promise<HttpReply>;

/** What a server serves. */
export interface Serving {
  readonly name: string;
  /** Handlers by path with `:name` parameters. A handler gets every method: it alone knows which it takes. */
  readonly routes: ReadonlyMap<string, Handler>;
  /** Answers every other path. */
  readonly unknown: Handler;
  /** Answers what no handler gets, and for a handler that failed. */
  readonly refuse?: Refuse;
  /**
   * True where bodies mean nothing: each is read away before its handler runs. Once a handler has begun, the request is
   * then whole, and nothing that is wrong with it can get in the way of the answer any more.
   */
  readonly dropsBodies?: boolean;
  readonly log: Log;
}

/** A server that can be started and stopped. */
export interface HttpServer {
  readonly node: NodeServer;
  /** Listens; rejects when it can't. Port 0 takes any that is free. */
  readonly listen: (port: number, host: string) => Promise<AddressInfo>;
  /** Resolves as soon as no call is under way, streams aside. */
  readonly quiet: () => Promise<void>;
  /** Takes no new connections, lets running requests end for up to `graceMs`, then cuts the rest off. */
  readonly close: (graceMs: number) => Promise<void>;
}

/** The longest path parameter, characters; longer ones are unknown paths. */
const longestParameter = 1_024;

/** What restify 12 has and its types, of version 8, don't know. */
interface RestifyServer extends restify.Server {
  /** Handlers that come before all else; `false` means that they have taken the request over. */
  readonly first: (handler: (raw: IncomingMessage, response: ServerResponse) => boolean) => void;
}

type Parameters = Readonly<Record<string, string>> | undefined;

const requestOf = (raw: IncomingMessage, params: Parameters): HttpRequest => ({
  ...askedOf(raw),
  headers: raw.headers,
  pathParameters: pathParameters(params),
  raw,
});

/** The status that refuses a request for its body, 0 where nobody is left to be told, undefined where it is fine. */
const refusedBody = async (raw: IncomingMessage): Promise<number | undefined> => {
  const dropped = await dropBody(raw);
  if (dropped === 'too long') return 413;
  return dropped === 'broken off' ? 0 : undefined;
};

/** Writes a reply, and sees to it that its reader takes it. */
const send = (response: ServerResponse, reply: HttpReply): void => {
  writeReply(response, reply);
  const { socket } = response;
  if (socket instanceof Socket && socket.writableLength > 0) socket.setTimeout(stalledReaderMs);
};

/** What answering needs beside the handlers. */
interface Desk {
  readonly refuse: Refuse;
  readonly dropsBodies: boolean;
  readonly calls: UnderWay;
  readonly isClosing: () => boolean;
  readonly log: Log;
}

type Answer = (handler: Handler, raw: IncomingMessage, response: ServerResponse, params: Parameters) => Promise<void>;

const answering = ({ refuse, dropsBodies, calls, isClosing, log }: Desk): Answer => {
  const replyOf = async (handler: Handler, raw: IncomingMessage, params: Parameters): Promise<HttpReply> => {
    try {
      return await handler(requestOf(raw, params));
    } catch (error) {
      log.error('a request failed', { error });
      return refuse(askedOf(raw), 500);
    }
  };

  const answer: Answer = async (handler, raw, response, params) => {
    const refused = refusedForm(raw) ?? (dropsBodies ? await refusedBody(raw) : undefined);
    if (refused === 0) return;
    const reply = refused === undefined ? await replyOf(handler, raw, params) : refuse(askedOf(raw), refused);
    if (isClosing()) response.shouldKeepAlive = false;
    if (typeof reply.body === 'function') calls.leave(response);
    send(response, reply);
  };

  // restify would tell the caller what went wrong inside.
  return (...request) =>
    answer(...request).catch((error: unknown) => {
      log.error('an answer failed', { error });
      request[2].destroy();
    });
};

/**
 * Mounts the routes. A path is found whatever the method, since the method is judged only after access is; so every
 * request goes through the router as a GET, and its own method and target are kept aside.
 */
const mount = (server: RestifyServer, { routes, unknown }: Serving, calls: UnderWay, answer: Answer): void => {
  server.first((raw: IncomingMessage, response: ServerResponse) => {
    const { path } = askedOf(raw);
    calls.enter(response);
    raw.method = 'GET';
    raw.url = path;
    const routable = isSoundPath(path) && !isAmbiguous(path);
    if (!routable) void answer(unknown, raw, response, undefined);
    return routable;
  });
  for (const [path, handler] of [...routes, ['*', unknown] as const]) {
    server.get(path, async (raw: restify.Request, response: restify.Response) => {
      await answer(handler, raw, response, raw.params as Parameters);
    });
  }
};

const listen = (server: NodeServer, port: number, host: string): Promise<AddressInfo> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, ipv6Only: false }, () => {
      server.off('error', reject);
      resolve(server.address() as AddressInfo);
    });
  });

const close = (server: NodeServer, graceMs: number): Promise<void> =>
  new Promise((resolve) => {
    const cutOff = setTimeout(() => {
      server.closeAllConnections();
    }, graceMs);
    server.close(() => {
      clearTimeout(cutOff);
      resolve();
    });
    server.closeIdleConnections();
  });

/** Makes a server that doesn't listen yet. */
export const createHttpServer = (serving: Serving): HttpServer => {
  const { refuse = refusePlainly, dropsBodies = false, log } = serving;
  const options = { name: '', ignoreTrailingSlash: true, maxParamLength: longestParameter };
  const server = restify.createServer(options) as RestifyServer;
  const node = server.server as NodeServer;
  const calls = underWay();
  let closing = false;
  setLimits(node);
  answerStrays(node, refuse, calls);
  mount(server, serving, calls, answering({ refuse, dropsBodies, calls, isClosing: () => closing, log }));
  return {
    node,
    listen: (port, host) => listen(node, port, host),
    quiet: calls.none,
    close: (graceMs) => {
      closing = true;
      return close(node, graceMs);
    },
  };
};
