// Mounts operations for people at the host on an HTTP server of their own: decoding of bodies, replies, and the browser guard.
import { hostname } from 'node:os';
import * as E from 'fp-ts/lib/Either.js';
import { readJson } from './body.js';
import { browserFacts } from './browser-facts.js';
import { failureBody, jsonReply, type HttpReply } from './reply.js';
import type { HttpRequest } from './request.js';
import { createHttpServer, type Handler, type HttpServer } from './server.js';
import type { Log } from '../../../application/ports/log.js';
import { isOwnHost, ownNames, passesBrowserGuard, type OwnNames } from '../../../domain/access/browser-guard.js';
import { failure, methodNotAllowed, type Failure, type FailureCode } from '../../../domain/failure.js';
import type { RawParameters } from '../../../application/api/parameters.js';

type Result = E.Either<Failure, object>;

/** An operation as it is mounted. Its body is read as JSON unless it is null. `maxBytes` is the longest body. */
export interface MountedOperation {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly maxBytes?: number;
  readonly answer: (request: {
    readonly path: RawParameters;
    readonly query: RawParameters;
    readonly body: unknown;
  }) => Result | Promise<Result>;
}

/** The statuses of failures. */
export const operationStatuses = {
  invalid_parameter: 400,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
} as const satisfies Readonly<Partial<Record<FailureCode, number>>>;

const statuses: Readonly<Partial<Record<FailureCode, number>>> = operationStatuses;

const refusal = (failed: Failure): HttpReply => jsonReply(statuses[failed.code] ?? 500, failureBody(failed));

/** Returns the reply to a call with this result. */
export const operationReply = (result: Result): HttpReply =>
  E.isLeft(result) ? refusal(result.left) : jsonReply(200, { ok: true, ...result.right });

const answerWith = async (operation: MountedOperation, request: HttpRequest): Promise<HttpReply> => {
  const body = operation.body === null ? E.right(undefined) : await readJson(request, operation.maxBytes);
  if (E.isLeft(body)) return refusal(body.left);
  const { pathParameters: path, query } = request;
  return operationReply(await operation.answer({ path, query, body: body.right }));
};

const byMethod =
  (operations: readonly MountedOperation[]): Handler =>
  (request) => {
    const operation = operations.find(({ method }) => method === request.method);
    if (operation !== undefined) return answerWith(operation, request);
    const allowed = operations.map(({ method }) => method);
    const refused = refusal(methodNotAllowed(request.method, allowed));
    return { ...refused, headers: { ...refused.headers, Allow: allowed.join(', ') } };
  };

/** Returns handlers by path, each for all methods of that path. */
export const operationRoutes = (
  base: string,
  operations: readonly MountedOperation[],
): readonly (readonly [path: string, handler: Handler])[] =>
  [...Map.groupBy(operations, ({ path }) => base + path)].map(([path, ofPath]) => [path, byMethod(ofPath)]);

/** Refuses requests to other names, which DNS rebinding uses, and requests from pages of other sites. */
const guarded =
  (names: OwnNames, handler: Handler): Handler =>
  (request) => {
    const facts = browserFacts(request);
    if (!isOwnHost(names, facts.host))
      return refusal(
        failure('forbidden', 'Host: expected an IP address, localhost, or a name of this machine or of SERVICE_NAMES'),
      );
    return passesBrowserGuard(names, facts)
      ? handler(request)
      : refusal(failure('forbidden', 'browser requests from another site are refused'));
  };

const unknown: Handler = ({ path }) => refusal(failure('not_found', `there is no route ${path}`));

/** Options of a server. `names` are further names of this host. */
export interface GuardedServerOptions {
  readonly log: Log;
  readonly names: readonly string[];
  /** The longest body of all routes, in bytes, if some of them read a longer one than most do. */
  readonly maxBytes?: number;
}

/** Creates a server whose routes are behind the guard. It doesn't listen yet. */
export const guardedServer = (
  routes: Iterable<readonly [string, Handler]>,
  { names, ...options }: GuardedServerOptions,
): HttpServer => {
  const own = ownNames(hostname(), names);
  return createHttpServer({
    routes: new Map([...routes].map(([path, handler]) => [path, guarded(own, handler)])),
    fallback: guarded(own, unknown),
    ...options,
  });
};
