// The HTTP server shared by all parts: restify, routed by path only, with replies as plain values.
import type { IncomingMessage, Server as NodeServer, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { isLoopback, type Address } from '../../../domain/access/address.js';
import type { Log } from '../../../application/ports/log.js';
import { originalRequest, senderOf } from './original-request.js';
import { maxBodyBytes } from './body.js';
import { tlsListener, replaceCertificate, type Certificate } from './certificate.js';
import { defaultMaxConnections } from './limits.js';
import { close, listen, openListener, stopAccepting } from './listener.js';
import { defaultRefusal, type RefusalHandler } from './refusal.js';
import type { HttpReply } from './reply.js';
import type { RawParameters } from '../../../application/api/parameters.js';
import type { HttpRequest, RequestHead } from './request.js';
import { createRestifyServer, type RestifyServer } from './restify-server.js';
import { routeFinder } from './route-finder.js';
import { ownNetworks } from './own-networks.js';
import { headGuard, responder, type ResponderDeps } from './responder.js';
import { limitConnections } from './connection-limit.js';
import { inFlightRequests } from './in-flight-requests.js';
import { requestTurns, type Turns } from './turns.js';

/** Handles a request. A rejection is logged and answered by a generic 500. */
export type Handler = (request: HttpRequest) => HttpReply | Promise<HttpReply>;

/** Options of a server. */
export interface HttpServerOptions {
  /** Handlers by path with `:name` parameters. A handler receives every method and rejects those it doesn't allow. */
  readonly routes: ReadonlyMap<string, Handler>;
  /** Handles every other path. */
  readonly fallback: Handler;
  /** Replies in place of a handler, or of one that failed. */
  readonly refuse?: RefusalHandler;
  /**
   * Reads and discards each body before its handler runs. The request is then complete, so a malformed body can't
   * interfere with the response.
   */
  readonly discardsBodies?: boolean;
  /** The longest body of all routes, in bytes, if some of them read a longer one than most do. */
  readonly maxBytes?: number;
  /** Serves TLS only, with this certificate; without one, plain HTTP. */
  readonly certificate?: Certificate | undefined;
  /** The certificate of a second listener, for TLS beside plain HTTP. It shares routes and limits with the first. */
  readonly certificateBeside?: Certificate | undefined;
  /** Maximum number of open connections. Default: 8,192. */
  readonly maxConnections?: number;
  /** Whether an address is the host itself, for which connections are reserved. Default: loopback. */
  readonly isHost?: (address: Address) => boolean;
  /** Milliseconds of a clock that only advances. Default: that of the process. */
  readonly now?: () => number;
  readonly log: Log;
}

/** A server that can be started and stopped. */
export interface HttpServer {
  readonly node: NodeServer;
  /** Listens, or rejects when it can't. Port 0 selects a free port. */
  readonly listen: (port: number, host: string) => Promise<AddressInfo>;
  /** Listens for TLS beside plain HTTP, or rejects when it can't. Only with `certificateBeside`. */
  readonly listenForTls: (port: number, host: string) => Promise<AddressInfo>;
  /** Resolves when no request is in flight, apart from streams. */
  readonly whenIdle: () => Promise<void>;
  /** Whether a request or a stream is in flight on a connection, also a request that hasn't arrived completely. */
  readonly isInUse: (connection: Duplex) => boolean;
  /** Replaces the certificate for new connections. Throws when it is invalid, or the key doesn't match it. */
  readonly setCertificate: (certificate: Certificate) => void;
  /** Stops accepting connections. Each that is open is closed after its next response. */
  readonly stopAccepting: () => void;
  /** Stops accepting connections, waits up to `graceMs` for requests in flight, then closes all connections. */
  readonly close: (graceMs: number) => Promise<void>;
}

const processTime = (): number => performance.now();

/** Returns the headers of a request. The authority of an absolute-form target replaces `Host` (ADDRESS-10). */
const headersOf = ({ headers }: IncomingMessage, { authority }: RequestHead): HttpRequest['headers'] =>
  authority === undefined ? headers : { ...headers, host: authority };

const requestOf = (raw: IncomingMessage, pathParameters: RawParameters): HttpRequest => {
  const head = originalRequest(raw);
  const scheme = 'encrypted' in raw.socket ? 'https' : 'http';
  return { ...head, scheme, headers: headersOf(raw, head), pathParameters, raw };
};

/**
 * Answers every request before restify prepares it for its chains of handlers, which aren't used. Their timers and listeners
 * would cost as much as the rest of a read.
 */
const mount = (
  server: RestifyServer,
  { routes, fallback }: HttpServerOptions,
  { turns, ...deps }: ResponderDeps & { readonly turns: Turns },
): void => {
  const respond = responder(deps);
  const refusesHead = headGuard(deps);
  const find = routeFinder(server, routes, fallback);
  const handle = (raw: IncomingMessage, response: ServerResponse): void => {
    if (refusesHead(raw, response)) return;
    const { handler, pathParameters } = find(originalRequest(raw).path);
    void respond(raw, response, () => handler(requestOf(raw, pathParameters)));
  };
  server.first((raw: IncomingMessage, response: ServerResponse) => {
    const address = senderOf(raw);
    deps.inFlight.add(response, (isFirst) => {
      const take = isFirst ? turns.arrive : turns.follow;
      take(deps.limit.senderAt(address), () => {
        handle(raw, response);
      });
    });
    return false;
  });
};

/** Creates a server. It doesn't listen yet. */
export const createHttpServer = (serverOptions: HttpServerOptions): HttpServer => {
  const { refuse = defaultRefusal, discardsBodies = false, certificateBeside, log } = serverOptions;
  const { maxConnections: max = defaultMaxConnections, isHost = isLoopback, now = processTime } = serverOptions;
  const { maxBytes = maxBodyBytes } = serverOptions;
  const server = createRestifyServer(serverOptions.certificate);
  const node = server.server;
  const secureNode = certificateBeside === undefined ? undefined : tlsListener(certificateBeside, node);
  const inFlight = inFlightRequests();
  let closing = false;
  const isOwnNetwork = ownNetworks(now);
  const limit = limitConnections({ max, isHost, isOwnNetwork, isInUse: inFlight.isInUse, now, log });
  const deps = { refuse, discardsBodies, inFlight, limit, isClosing: () => closing, maxBytes, log };
  const listeners = [node, ...(secureNode === undefined ? [] : [secureNode])].map((each) => openListener(each, deps));
  const turns = requestTurns();
  for (const listener of listeners) listener.node.on('connection', turns.accept);
  mount(server, serverOptions, { ...deps, turns });
  return {
    node,
    listen: (port, host) => listen(node, port, host),
    listenForTls: async (port, host) => {
      if (secureNode === undefined) throw new Error('a server without a second certificate has one listener');
      return listen(secureNode, port, host);
    },
    whenIdle: inFlight.whenIdle,
    isInUse: (connection) => inFlight.onConnection(connection).length > 0,
    setCertificate: (renewed) => {
      for (const listener of listeners) replaceCertificate(listener.node, renewed);
    },
    stopAccepting: () => {
      closing = true;
      listeners.forEach(stopAccepting);
    },
    close: async (graceMs) => {
      closing = true;
      await Promise.all(listeners.map((listener) => close(listener, graceMs)));
    },
  };
};
