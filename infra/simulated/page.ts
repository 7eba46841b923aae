// HTTP server for the simulated studio's page and its steering.
import { hostname } from 'node:os';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { readJson } from '../../adapters/http/server/body.js';
import { browserFacts } from '../../adapters/http/server/browser-facts.js';
import { eventStream } from '../../adapters/http/server/event-stream.js';
import { jsonReply, type HttpReply } from '../../adapters/http/server/reply.js';
import type { HttpRequest } from '../../adapters/http/server/request.js';
import { createHttpServer, type Handler, type HttpServer } from '../../adapters/http/server/server.js';
import { staticFile, staticFiles } from '../../adapters/http/server/static-files.js';
import type { Clock } from '../../application/ports/clock.js';
import type { Log } from '../../application/ports/log.js';
import { ownNames, passesBrowserGuard, type OwnNames } from '../../domain/access/browser-guard.js';
import { failure, type Failure, type FailureCode } from '../../domain/failure.js';
import { steeringRoutes, changeStream, pageFolder, sharedStyle, type SteeringRoute } from '../../simulator/routes.js';
import { steering, type Steering } from '../../simulator/steering.js';
import type { SimulatedStudio } from '../../simulator/studio.js';
import { sharedParts } from '../pages.js';
import { projectFolder } from '../version.js';

const statuses: Readonly<Partial<Record<FailureCode, number>>> = {
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  invalid_parameter: 400,
};

const refusal = ({ code, message }: Failure): HttpReply =>
  jsonReply(statuses[code] ?? 500, { ok: false, error: code, message });

const answerWith = async ({ takesBody, answer }: SteeringRoute, request: HttpRequest): Promise<HttpReply> => {
  const body = takesBody ? await readJson(request) : E.right(undefined);
  if (E.isLeft(body)) return refusal(body.left);
  const result = await answer({ parameters: request.pathParameters, body: body.right });
  return E.isLeft(result) ? refusal(result.left) : jsonReply(200, { ok: true, ...result.right });
};

const byMethod =
  (routes: readonly SteeringRoute[]): Handler =>
  (request) => {
    const route = routes.find(({ method }) => method === request.method);
    return route
      ? answerWith(route, request)
      : refusal(failure('method_not_allowed', `${request.method} is not allowed here`));
  };

/** Returns handlers by path, each for all methods of that path. */
const handlers = (all: readonly SteeringRoute[]): ReadonlyMap<string, Handler> =>
  new Map([...Map.groupBy(all, ({ path }) => path)].map(([path, routes]) => [path, byMethod(routes)]));

const changes = (steer: Steering): readonly [string, Handler] => {
  const { path, event, stream } = changeStream(steer);
  const open = () =>
    eventStream((out) =>
      stream((change) => {
        out.send({ event, data: change });
      }),
    );
  return [path, open];
};

/** Refuses requests from pages of other sites. Any other client that reaches the port may use it. */
const guarded =
  (names: OwnNames, handler: Handler): Handler =>
  (request) =>
    passesBrowserGuard(names, browserFacts(request))
      ? handler(request)
      : refusal(failure('forbidden', 'browser requests from another site are refused'));

const unknown: Handler = ({ path }) => refusal(failure('not_found', `there is no route ${path}`));

/** Dependencies of the server. */
export interface SimulatorPage {
  readonly studio: SimulatedStudio;
  readonly clock: Clock;
  readonly log: Log;
  /** Additional names of this host. */
  readonly names: readonly string[];
}

/** Creates a server whose routes are behind the browser guard. */
const guardedServer = (
  routes: Iterable<readonly [string, Handler]>,
  { log, names }: Pick<SimulatorPage, 'log' | 'names'>,
): HttpServer => {
  const own = ownNames(hostname(), names);
  return createHttpServer({
    routes: new Map([...routes].map(([path, handler]) => [path, guarded(own, handler)])),
    fallback: guarded(own, unknown),
    log,
  });
};

/** Creates a server for steering routes. It does not listen yet. */
export const steeringServer = (routes: readonly SteeringRoute[], log: Log): HttpServer =>
  guardedServer(handlers(routes), { log, names: [] });

/** Creates the server for the page and the steering. It does not listen yet. */
export const simulatorServer = async ({ studio, clock, ...rest }: SimulatorPage): Promise<HttpServer> => {
  const studioSteering = steering(studio, clock);
  const page = await staticFiles(join(projectFolder, pageFolder));
  const style = await staticFile(join(sharedParts, sharedStyle), sharedStyle);
  return guardedServer([...page, style, ...handlers(steeringRoutes(studioSteering)), changes(studioSteering)], rest);
};
