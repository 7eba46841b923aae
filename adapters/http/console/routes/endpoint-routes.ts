// Makes the routes of the endpoints in the console's catalogue.
import type { OutgoingHttpHeaders } from 'node:http';
import * as E from 'fp-ts/lib/Either.js';
import {
  permitOperator,
  type ConsoleCaller,
  type Endpoint,
  type EndpointResult,
} from '../../../../application/console/endpoints/endpoint.js';
import type { ConsoleFailure } from '../../../../domain/console/failure.js';
import type { OperatorRole } from '../../../../domain/console/operator.js';
import type { Failure } from '../../../../domain/failure.js';
import { readJson } from '../../server/body.js';
import { jsonReply, type HttpReply } from '../../server/reply.js';
import type { HttpRequest } from '../../server/request.js';
import type { Handler } from '../../server/server.js';
import { noContentReply, methodOf, failureReply } from './replies.js';
import { entityTag, hasSeen } from './entity-tag.js';
import { byMethod } from './methods.js';
import { forOperators, type OperatorLookupDeps } from '../guard/operator-lookup.js';

/** The path prefix of the management API. */
export const apiPrefix = '/api';

const bodyOf = <Ports>({ body }: Endpoint<Ports>, request: HttpRequest): Promise<E.Either<Failure, unknown>> =>
  body === null ? Promise.resolve(E.right(undefined)) : readJson(request);

const headersOf = ({ tag, version }: EndpointResult<unknown>): OutgoingHttpHeaders => ({
  ...(tag === undefined ? {} : { ETag: entityTag(tag) }),
  ...(version === undefined ? {} : { 'X-Configuration-Version': String(version) }),
});

const successReply = <Ports>(
  { intent, result }: Endpoint<Ports>,
  endpointResult: EndpointResult<unknown>,
): HttpReply => {
  const headers = headersOf(endpointResult);
  return result === null
    ? { ...noContentReply, headers }
    : jsonReply(methodOf[intent].status, result.encode(endpointResult.value), headers);
};

const run = async <Ports>(
  ports: Ports,
  endpoint: Endpoint<Ports>,
  request: HttpRequest,
  operator: OperatorRole,
): Promise<E.Either<ConsoleFailure, EndpointResult<unknown>>> => {
  const permitted = permitOperator(endpoint, operator);
  if (E.isLeft(permitted)) return permitted;
  const body = await bodyOf(endpoint, request);
  const raw = { path: request.pathParameters, query: request.query };
  if (E.isLeft(body)) return body;
  const prepared = endpoint.prepare(raw, body.right);
  const caller: ConsoleCaller = { operator, hasSeen: hasSeen(request.headers) };
  return E.isLeft(prepared) ? prepared : prepared.right(ports, caller);
};

const handler = <Ports>(ports: Ports, deps: OperatorLookupDeps, endpoint: Endpoint<Ports>): Handler =>
  forOperators(deps, async (request, operator) => {
    const result = await run(ports, endpoint, request, operator);
    if (E.isLeft(result)) return failureReply(result.left);
    if (endpoint.intent !== 'read') deps.log.info(endpoint.name, { operator: operator.username, path: request.path });
    return successReply(endpoint, result.right);
  });

/** Returns a handler for every path of the catalogue. */
export const endpointRoutes = <Ports>(
  catalogue: readonly Endpoint<Ports>[],
  ports: Ports,
  deps: OperatorLookupDeps,
): readonly (readonly [string, Handler])[] =>
  [...Map.groupBy(catalogue, ({ path }) => path)].map(([path, endpoints]) => {
    const handlers = endpoints.map(
      (endpoint) => [methodOf[endpoint.intent].method, handler(ports, deps, endpoint)] as const,
    );
    return [apiPrefix + path, byMethod(Object.fromEntries(handlers))];
  });
