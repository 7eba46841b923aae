// The only loop over the console's catalogue that makes routes.
import * as E from 'fp-ts/lib/Either.js';
import type { Endpoint } from '../../../application/console/endpoint.js';
import type { Failure } from '../../../domain/failure.js';
import { readJson } from '../server/body.js';
import { jsonReply, type HttpReply } from '../server/reply.js';
import type { HttpRequest } from '../server/request.js';
import type { Handler } from '../server/server.js';
import { done, methodOf, refusal } from './answers.js';
import { byMethod } from './methods.js';
import { forOperators, type OperatorNeeds } from './operator.js';

/** Where the management API begins. */
const prefix = '/api';

const bodyOf = <Ports>({ body }: Endpoint<Ports>, request: HttpRequest): Promise<E.Either<Failure, unknown>> =>
  body === null ? Promise.resolve(E.right(undefined)) : readJson(request);

const tell = <Ports>({ intent, result }: Endpoint<Ports>, made: unknown): HttpReply =>
  result === null ? done : jsonReply(methodOf[intent].status, result.encode(made));

const handler = <Ports>(ports: Ports, needs: OperatorNeeds, endpoint: Endpoint<Ports>): Handler =>
  forOperators(needs, async (request, { username }) => {
    const body = await bodyOf(endpoint, request);
    const prepared = E.chain((sent) => endpoint.prepare(request.pathParameters, sent))(body);
    const ran = E.isLeft(prepared) ? prepared : await prepared.right(ports);
    if (E.isLeft(ran)) return refusal(ran.left);
    if (endpoint.intent !== 'read') needs.log.info(endpoint.name, { operator: username, path: request.path });
    return tell(endpoint, ran.right);
  });

/** A handler for every path, knowing the endpoints that share it. */
export const endpointRoutes = <Ports>(
  catalogue: readonly Endpoint<Ports>[],
  ports: Ports,
  needs: OperatorNeeds,
): readonly (readonly [string, Handler])[] =>
  [...Map.groupBy(catalogue, ({ path }) => path)].map(([path, endpoints]) => {
    const handlers = endpoints.map(
      (endpoint) => [methodOf[endpoint.intent].method, handler(ports, needs, endpoint)] as const,
    );
    return [prefix + path, byMethod(Object.fromEntries(handlers))];
  });
