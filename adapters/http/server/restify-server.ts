// Creates servers of restify.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import restifyRouter from 'restify/lib/router.js';
import restifyServer from 'restify/lib/server.js';
import { tlsOptions, type Certificate } from './certificate.js';

/** What restify's router reads of a request, and what it adds. restify would build the URL from `Host`, which the caller controls. */
export interface RoutedRequest {
  readonly method: 'GET';
  readonly getUrl: () => { readonly pathname: string };
  readonly params: Record<string, string>;
  readonly route?: { readonly name: string };
}

/** A handler in one of restify's chains. */
type ChainHandler = (request: unknown, response: unknown, next: () => void) => void;

/** The members of a restify server that are used. The published types are those of version 8. */
export interface RestifyServer {
  readonly server: Server;
  readonly router: { readonly lookup: (request: RoutedRequest) => unknown };
  /** Adds a handler that runs before all others. It returns false when it has taken over the request. */
  readonly first: (handler: (raw: IncomingMessage, response: ServerResponse) => false) => void;
  /** Adds a route. Returns its name. */
  readonly get: (path: string, handler: ChainHandler) => string;
  readonly on: (event: 'error', listener: () => void) => void;
}

type Create<Made> = new (options: object) => Made;

/**
 * The two parts of restify that are used, by the paths of their files. Its entry point also loads its plugins: 12 to 16 MB, more than a
 * tenth of the service's memory. Its chains of handlers would prepare each request for handlers that no part has.
 */
const RestifyRouter = restifyRouter as Create<unknown>;
const RestifyServer = restifyServer as Create<RestifyServer>;

/** Longest path parameter, in characters. Paths with longer ones go to the fallback. */
const maxParameterLength = 1_024;

/** restify logs what its chains of handlers do. They don't run. */
const noLog = {};

/** Creates a server without routes, which serves TLS if it gets a certificate. */
export const createRestifyServer = (certificate: Certificate | undefined): RestifyServer => {
  const options = { name: '', log: noLog, ignoreTrailingSlash: true, maxParamLength: maxParameterLength };
  const router = new RestifyRouter(options);
  const server = new RestifyServer({ ...options, router, ...tlsOptions(certificate) });
  // restify emits the listener's errors again. They are logged where the listener is opened.
  server.on('error', () => undefined);
  return server;
};
