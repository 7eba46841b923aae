// Finds the handler of a path with restify's router.
import type { RawParameters } from '../../../application/api/parameters.js';
import { pathParameters } from './request.js';
import { isAmbiguousPath, isDecodablePath } from './request-target.js';

/** What restify's router reads of a request, and what it adds. restify would build the URL from `Host`, which the caller controls. */
interface RoutedRequest {
  readonly method: 'GET';
  readonly getUrl: () => { readonly pathname: string };
  readonly params: Record<string, string>;
  readonly route?: { readonly name: string };
}

/** What restify requires of a route. It doesn't run: restify's router finds the route only. */
type ChainHandler = (request: unknown, response: unknown, next: () => void) => void;

/** The members of a restify server that its types, of version 8, lack or describe otherwise. */
export interface RouteServer {
  /** Adds a route. Returns its name. */
  readonly get: (path: string, handler: ChainHandler) => string;
  readonly router: { readonly lookup: (request: RoutedRequest) => unknown };
}

/** The handler of a path, and the path's decoded parameters. */
export interface FoundRoute<Handler> {
  readonly handler: Handler;
  readonly pathParameters: RawParameters;
}

const passOn: ChainHandler = (_request, _response, next) => {
  next();
};

/**
 * Returns the function that finds the handler of a path. Access is checked before the method, so a path must match with any
 * method: every route is that of a GET.
 */
export const routeFinder = <Handler>(
  server: RouteServer,
  routes: ReadonlyMap<string, Handler>,
  fallback: Handler,
): ((path: string) => FoundRoute<Handler>) => {
  const handlers = new Map([...routes].map(([path, handler]) => [server.get(path, passOn), handler] as const));
  const none: FoundRoute<Handler> = { handler: fallback, pathParameters: pathParameters(undefined) };
  return (path) => {
    if (!isDecodablePath(path) || isAmbiguousPath(path)) return none;
    const routed: RoutedRequest = { method: 'GET', getUrl: () => ({ pathname: path }), params: {} };
    server.router.lookup(routed);
    const handler = handlers.get(routed.route?.name ?? '');
    return handler === undefined ? none : { handler, pathParameters: pathParameters(routed.params) };
  };
};
