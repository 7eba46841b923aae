// The only loop over the console's catalogue that makes routes.
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
import { successReply, methodOf, refusal } from './replies.js';
import { entityTag, hasSeen } from './entity-tag.js';
import { byMethod } from './methods.js';
import { forOperators, type OperatorLookupDeps } from '../guard/operator.js';

/** Where the management API begins. */
export const prefix = '/api';

const bodyOf = <Ports>({ body }: Endpoint<Ports>, request: HttpRequest): Promise<E.Either<Failure, unknown>> =>
  body === null ? Promise.resolve(E.right(undefined)) : readJson(request);

const headersOf = ({ tag, version }: EndpointResult<unknown>): OutgoingHttpHeaders => ({
  ...(tag === undefined ? {} : { ETag: entityTag(tag) }),
  ...(version === undefined ? {} : { 'X-Configuration-Version': String(version) }),
});

const tell = <Ports>({ intent, result }: Endpoint<Ports>, outcome: EndpointResult<unknown>): HttpReply => {
  const headers = headersOf(outcome);
  return result === null
    ? { ...successReply, headers }
    : jsonReply(methodOf[intent].status, result.encode(outcome.value), headers);
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
  const prepared = E.chain((sent) => endpoint.prepare(raw, sent))(body);
  const caller: ConsoleCaller = { operator, hasSeen: hasSeen(request.headers) };
  return E.isLeft(prepared) ? prepared : prepared.right(ports, caller);
};

const handler = <Ports>(ports: Ports, needs: OperatorLookupDeps, endpoint: Endpoint<Ports>): Handler =>
  forOperators(needs, async (request, operator) => {
    const ran = await run(ports, endpoint, request, operator);
    if (E.isLeft(ran)) return refusal(ran.left);
    if (endpoint.intent !== 'read') needs.log.info(endpoint.name, { operator: operator.username, path: request.path });
    return tell(endpoint, ran.right);
  });

/** A handler for every path, knowing the endpoints that share it. */
export const endpointRoutes = <Ports>(
  catalogue: readonly Endpoint<Ports>[],
  ports: Ports,
  needs: OperatorLookupDeps,
): readonly (readonly [string, Handler])[] =>
  [...Map.groupBy(catalogue, ({ path }) => path)].map(([path, endpoints]) => {
    const handlers = endpoints.map(
      (endpoint) => [methodOf[endpoint.intent].method, handler(ports, needs, endpoint)] as const,
    );
    return [prefix + path, byMethod(Object.fromEntries(handlers))];
  });
