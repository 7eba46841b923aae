// Finds the handler of a path with restify's router.
import type { RawParameters } from '../../../application/api/parameters.js';
import { pathParameters } from './request.js';
import type { RestifyServer, RoutedRequest } from './restify-server.js';
import { isAmbiguousPath, isDecodablePath } from './request-target.js';

/** restify requires a handler for each route. It doesn't run: restify's router finds the route only. */
const notRun = (_request: unknown, _response: unknown, next: () => void): void => {
  next();
};

/** How many paths are kept with their routes, and how long these are at most, in characters. */
const mostKept = 1_024;
const longestKept = 256;

/** The handler of a path, and the path's decoded parameters. */
export interface FoundRoute<Handler> {
  readonly handler: Handler;
  readonly pathParameters: RawParameters;
}

type FindRoute<Handler> = (path: string) => FoundRoute<Handler>;

/** Returns a copy. V8 keeps the whole text of which a text is a part: a path would keep its query, and the token in it. */
const copyOf = (path: string): string => Buffer.from(path).toString();

/** Returns the same function, which keeps what it has found: few paths are requested again and again. */
const kept = <Handler>(find: FindRoute<Handler>, none: FoundRoute<Handler>): FindRoute<Handler> => {
  const found = new Map<string, FoundRoute<Handler>>();

  const findAndKeep = (requested: string): FoundRoute<Handler> => {
    const path = requested.length > longestKept ? requested : copyOf(requested);
    const route = find(path);
    if (route === none || path.length > longestKept) return route;
    if (found.size >= mostKept) found.clear();
    found.set(path, route);
    return route;
  };

  return (path) => found.get(path) ?? findAndKeep(path);
};

/**
 * Returns the function that finds the handler of a path. Access is checked before the method, so a path must match with any
 * method: every route is that of a GET.
 */
export const routeFinder = <Handler>(
  server: Pick<RestifyServer, 'get' | 'router'>,
  routes: ReadonlyMap<string, Handler>,
  fallback: Handler,
): FindRoute<Handler> => {
  const handlers = new Map([...routes].map(([path, handler]) => [server.get(path, notRun), handler] as const));
  const none: FoundRoute<Handler> = { handler: fallback, pathParameters: pathParameters(undefined) };
  const find: FindRoute<Handler> = (path) => {
    if (!isDecodablePath(path) || isAmbiguousPath(path)) return none;
    const routed: RoutedRequest = { method: 'GET', getUrl: () => ({ pathname: path }), params: {} };
    server.router.lookup(routed);
    const handler = handlers.get(routed.route?.name ?? '');
    return handler === undefined ? none : { handler, pathParameters: pathParameters(routed.params) };
  };
  return kept(find, none);
};
