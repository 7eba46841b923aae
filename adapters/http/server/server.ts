// The HTTP server that every part here stands on: restify, with routes by path alone and replies as values.
import type { IncomingMessage, Server as NodeServer, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import restify from 'restify';
import type { Log } from '../../../application/ports.js';
import { setLimits } from './limits.js';
import { jsonReply, writeReply, type HttpReply } from './reply.js';
import { pathParameters, type HttpRequest } from './request.js';
import { isAmbiguous, readTarget, type Target } from './target.js';

/** Answers a request. May reject: that is answered by a generic 500 and logged. */
export type Handler = (request: HttpRequest) => HttpReply | Promise<HttpReply>;

/** What a server serves. */
export interface Serving {
  readonly name: string;
  /** Handlers by path with `:name` parameters. A handler gets every method: it alone knows which it takes. */
  readonly routes: ReadonlyMap<string, Handler>;
  /** Answers every other path. */
  readonly unknown: Handler;
  readonly log: Log;
}

/** A server that can be started and stopped. */
export interface HttpServer {
  readonly node: NodeServer;
  /** Listens; rejects when it can't. Port 0 takes any that is free. */
  readonly listen: (port: number, host: string) => Promise<AddressInfo>;
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

interface Arrived {
  readonly method: string;
  readonly target: Target;
}

const internalError = jsonReply(500, { ok: false, error: 'internal_error', message: 'something unforeseen happened' });

const requestOf = (raw: IncomingMessage, { method, target }: Arrived, params: unknown): HttpRequest => ({
  ...target,
  method,
  headers: raw.headers,
  address: raw.socket.remoteAddress ?? '',
  pathParameters: pathParameters(params),
  raw,
});

/**
 * Mounts the routes. A path is found whatever the method, since the method is judged only after access is; so every
 * request goes through the router as a GET, and its own method and target are kept aside.
 */
const mount = (server: RestifyServer, { routes, unknown, log }: Serving): void => {
  const arrivals = new WeakMap<IncomingMessage, Arrived>();
  const arrivalOf = (raw: IncomingMessage): Arrived =>
    arrivals.get(raw) ?? { method: raw.method ?? 'GET', target: readTarget(raw.url ?? '/') };

  const answer = async (handler: Handler, raw: IncomingMessage, response: ServerResponse, params: unknown) => {
    const reply = async () => handler(requestOf(raw, arrivalOf(raw), params));
    writeReply(
      response,
      await reply().catch((error: unknown) => {
        log.error('a request failed', { error });
        return internalError;
      }),
    );
  };

  server.first((raw: IncomingMessage, response: ServerResponse) => {
    const arrived = arrivalOf(raw);
    const { target } = arrived;
    arrivals.set(raw, arrived);
    raw.method = 'GET';
    raw.url = target.path;
    const routable = !target.malformed && !isAmbiguous(target.path);
    if (!routable) void answer(unknown, raw, response, undefined);
    return routable;
  });
  for (const [path, handler] of [...routes, ['*', unknown] as const]) {
    server.get(path, async (raw: restify.Request, response: restify.Response) => {
      await answer(handler, raw, response, raw.params);
    });
  }
};

const listen = (server: NodeServer, log: Log, port: number, host: string): Promise<AddressInfo> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, ipv6Only: false }, () => {
      server.off('error', reject);
      server.on('error', (error) => {
        log.error('the server failed', { error });
      });
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
  const server = restify.createServer({
    name: '',
    ignoreTrailingSlash: true,
    maxParamLength: longestParameter,
  }) as RestifyServer;
  // restify passes the error of the server below on, and nobody but the listener there has anything to say to it.
  server.on('error', () => undefined);
  const node = server.server as NodeServer;
  setLimits(node);
  mount(server, serving);
  return {
    node,
    listen: (port, host) => listen(node, serving.log, port, host),
    close: (graceMs) => close(node, graceMs),
  };
};
