// The HTTP server that every part here stands on: restify, with routes by path alone and replies as values.
import type { IncomingMessage, Server as NodeServer, ServerResponse } from 'node:http';
import { Socket, type AddressInfo } from 'node:net';
import restify from 'restify';
import type { Log } from '../../../application/ports/log.js';
import { originalRequest } from './original-request.js';
import { encryption, renewCertificate, type Certificate } from './certificate.js';
import { dropBody } from './body.js';
import { refusedForm, setLimits, stalledReaderMs } from './limits.js';
import { refusePlainly, type Refuse } from './refusal.js';
import { writeReply, type HttpReply } from './reply.js';
import { pathParameters, type HttpRequest } from './request.js';
import { answerClientErrors } from './client-errors.js';
import { isAmbiguous, isSoundPath } from './request-target.js';
import { endOfTick } from './end-of-tick.js';
import { inFlightRequests, type InFlightRequests } from './in-flight-requests.js';

/** Answers a request. May reject: that is answered by a generic 500 and logged. */
export type Handler = (request: HttpRequest) => HttpReply | Promise<HttpReply>;

/** What a server serves. */
export interface HttpServerOptions {
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
  /** Speaks TLS with this certificate, and nothing else; plain http where there is none. */
  readonly certificate?: Certificate | undefined;
  /** So many connections are open at most, where it isn't the usual number. */
  readonly mostConnections?: number;
  readonly log: Log;
}

/** A server that can be started and stopped. */
export interface HttpServer {
  readonly node: NodeServer;
  /** Listens; rejects when it can't. Port 0 takes any that is free. */
  readonly listen: (port: number, host: string) => Promise<AddressInfo>;
  /** Resolves as soon as no call is under way, streams aside. */
  readonly quiet: () => Promise<void>;
  /** Shows another certificate to whoever connects from now on. Throws when it is none, or the key isn't its own. */
  readonly renew: (certificate: Certificate) => void;
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

/** What restify's router asks a request for: where it leads. */
interface Routed {
  getUrl: () => { readonly pathname: string };
}

/** restify would make the address out of `Host`, and with it whatever a caller writes there. */
const routeBy = (raw: IncomingMessage, path: string): void => {
  raw.method = 'GET';
  raw.url = path;
  (raw as IncomingMessage & Routed).getUrl = () => ({ pathname: path });
};

type Parameters = Readonly<Record<string, string>> | undefined;

const requestOf = (raw: IncomingMessage, params: Parameters): HttpRequest => ({
  ...originalRequest(raw),
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
  readonly calls: InFlightRequests;
  readonly isClosing: () => boolean;
  readonly log: Log;
}

/** Answers one request by what `reply` makes of it, and never rejects. */
type Answer = (raw: IncomingMessage, response: ServerResponse, reply: () => ReturnType<Handler>) => Promise<void>;

const answering = ({ refuse, dropsBodies, calls, isClosing, log }: Desk): Answer => {
  const replyTo = async (raw: IncomingMessage, reply: () => ReturnType<Handler>): Promise<HttpReply> => {
    try {
      return await reply();
    } catch (error) {
      log.error('a request failed', { error });
      return refuse(originalRequest(raw), 500);
    }
  };

  const answer: Answer = async (raw, response, makeReply) => {
    const refused = dropsBodies ? await refusedBody(raw) : undefined;
    if (refused === 0) return;
    const reply = refused === undefined ? await replyTo(raw, makeReply) : refuse(originalRequest(raw), refused);
    // Answers that are ready in one turn go out together: to wake a reader costs more than an answer does.
    await endOfTick();
    if (isClosing()) response.shouldKeepAlive = false;
    if (typeof reply.body === 'function') calls.leave(response);
    send(response, reply);
  };

  // restify would tell the caller what went wrong inside.
  return (raw, response, reply) =>
    answer(raw, response, reply).catch((error: unknown) => {
      log.error('an answer failed', { error });
      response.destroy();
    });
};

/** Takes a request over when its form alone is wrong; tells whether it has. What follows a broken head isn't read. */
const refusing =
  ({ refuse }: Desk) =>
  (raw: IncomingMessage, response: ServerResponse): boolean => {
    const status = refusedForm(raw);
    if (status === undefined) return false;
    if (status !== 413) response.shouldKeepAlive = false;
    send(response, refuse(originalRequest(raw), status));
    return true;
  };

/**
 * Mounts the routes. A path is found whatever the method, since the method is judged only after access is; so every
 * request goes through the router as a GET, and its own method and target are kept aside.
 */
const mount = (server: RestifyServer, { routes, unknown }: HttpServerOptions, desk: Desk): void => {
  const [answer, takesOver] = [answering(desk), refusing(desk)];
  server.first((raw: IncomingMessage, response: ServerResponse) => {
    const { path } = originalRequest(raw);
    desk.calls.enter(response);
    if (takesOver(raw, response)) return false;
    routeBy(raw, path);
    const routable = isSoundPath(path) && !isAmbiguous(path);
    if (!routable) void answer(raw, response, () => unknown(requestOf(raw, undefined)));
    return routable;
  });
  for (const [path, handler] of [...routes, ['*', unknown] as const]) {
    server.get(path, async (raw: restify.Request, response: restify.Response) => {
      await answer(raw, response, () => handler(requestOf(raw, raw.params as Parameters)));
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

/** All connections, those too whose TLS handshake isn't over: node knows them not yet, and would wait for them. */
const connectionsOf = (server: NodeServer): ReadonlySet<Socket> => {
  const connections = new Set<Socket>();
  server.on('connection', (connection) => {
    connections.add(connection);
    connection.once('close', () => connections.delete(connection));
  });
  return connections;
};

const close = (server: NodeServer, connections: ReadonlySet<Socket>, graceMs: number): Promise<void> =>
  new Promise((resolve) => {
    const cutOff = setTimeout(() => {
      server.closeAllConnections();
      for (const connection of connections) connection.destroy();
    }, graceMs);
    server.close(() => {
      clearTimeout(cutOff);
      resolve();
    });
    // Opened in advance: node takes them for busy ones, and would wait for their first request.
    for (const connection of connections) if (connection.bytesRead === 0) connection.destroy();
  });

/** Makes a server that doesn't listen yet. */
export const createHttpServer = (serving: HttpServerOptions): HttpServer => {
  const { refuse = refusePlainly, dropsBodies = false, certificate, log } = serving;
  const options = { name: '', ignoreTrailingSlash: true, maxParamLength: longestParameter, ...encryption(certificate) };
  const server = restify.createServer(options) as RestifyServer;
  // A failure to listen is told to whoever started it; later ones, as of accepting a connection, are for the log.
  server.on('error', (error) => {
    if (node.listening) log.error('the HTTP server met an error', { error });
  });
  const node = server.server as NodeServer;
  const calls = inFlightRequests();
  const connections = connectionsOf(node);
  let closing = false;
  setLimits(node, serving.mostConnections);
  answerClientErrors(node, refuse, calls);
  mount(server, serving, { refuse, dropsBodies, calls, isClosing: () => closing, log });
  return {
    node,
    listen: (port, host) => listen(node, port, host),
    quiet: calls.none,
    renew: (renewed) => {
      renewCertificate(node, renewed);
    },
    close: (graceMs) => {
      closing = true;
      return close(node, connections, graceMs);
    },
  };
};
