// The simulated studio's page and its steering over HTTP, for people and tests.
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
import { answerRoutes, changeStream, pageFolder, sharedStyle, type AnswerRoute } from '../../simulator/routes.js';
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

const answerWith = async ({ takesBody, answer }: AnswerRoute, request: HttpRequest): Promise<HttpReply> => {
  const body = takesBody ? await readJson(request) : E.right(undefined);
  if (E.isLeft(body)) return refusal(body.left);
  const steered = await answer({ parameters: request.pathParameters, body: body.right });
  return E.isLeft(steered) ? refusal(steered.left) : jsonReply(200, { ok: true, ...steered.right });
};

const byMethod =
  (routes: readonly AnswerRoute[]): Handler =>
  (request) => {
    const route = routes.find(({ method }) => method === request.method);
    return route
      ? answerWith(route, request)
      : refusal(failure('method_not_allowed', `${request.method} is not taken here`));
  };

/** Routes by their path, each with the methods that it takes. */
const answers = (all: readonly AnswerRoute[]): ReadonlyMap<string, Handler> =>
  new Map([...Map.groupBy(all, ({ path }) => path)].map(([path, routes]) => [path, byMethod(routes)]));

const changes = (steer: Steering): readonly [string, Handler] => {
  const { path, event, stream } = changeStream(steer);
  const opened = () =>
    eventStream((out) =>
      stream((change) => {
        out.send({ event, data: change });
      }),
    );
  return [path, opened];
};

/** Whoever reaches the port may steer; a page of another site may not, whatever name it reaches the port by. */
const guarded =
  (names: OwnNames, handler: Handler): Handler =>
  (request) =>
    passesBrowserGuard(names, browserFacts(request.headers))
      ? handler(request)
      : refusal(failure('forbidden', 'browser requests from another site are refused'));

const unknown: Handler = ({ path }) => refusal(failure('not_found', `there is no route ${path}`));

/** What the page is served for. */
export interface SimulatorPage {
  readonly studio: SimulatedStudio;
  readonly clock: Clock;
  readonly log: Log;
  /** Further names of this host. */
  readonly names: readonly string[];
}

/** Serves routes to whoever passes the guard. */
const guardedServer = (
  routes: Iterable<readonly [string, Handler]>,
  { log, names }: Pick<SimulatorPage, 'log' | 'names'>,
): HttpServer => {
  const own = ownNames(hostname(), names);
  return createHttpServer({
    routes: new Map([...routes].map(([path, handler]) => [path, guarded(own, handler)])),
    unknown: guarded(own, unknown),
    log,
  });
};

/** Makes a server of routes that are answered once, which doesn't listen yet. */
export const answeringServer = (routes: readonly AnswerRoute[], log: Log): HttpServer =>
  guardedServer(answers(routes), { log, names: [] });

/** Makes the server of the page and the steering, which doesn't listen yet. */
export const simulatorServer = async ({ studio, clock, ...rest }: SimulatorPage): Promise<HttpServer> => {
  const steer = steering(studio, clock);
  const page = await staticFiles(join(projectFolder, pageFolder));
  const style = await staticFile(join(sharedParts, sharedStyle), sharedStyle);
  return guardedServer([...page, style, ...answers(answerRoutes(steer)), changes(steer)], rest);
};
