// The only loop over the catalogue that makes routes: every operation under every face.
import type { Call, Dispatch, Outcome } from '../../../application/dispatch.js';
import * as E from 'fp-ts/lib/Either.js';
import type { Operation } from '../../../application/operation.js';
import { unknownRoute } from '../../../application/unknown-route.js';
import { failure, type Failure } from '../../../domain/failure.js';
import type { HttpReply } from '../server/reply.js';
import type { HttpRequest } from '../server/request.js';
import type { Handler, Serving } from '../server/server.js';
import { faceOf, json, plain, tell, type Face } from './face.js';
import { provenanceOf } from './provenance.js';
import { challenge } from './status.js';

/** Methods by what an operation does. HEAD triggers nothing, so an action doesn't take it. */
const methods = { read: ['GET', 'HEAD'], control: ['GET', 'POST'] } as const;

const allowed = ({ access }: Pick<Operation<never>, 'access'>): readonly string[] => methods[access];

const faultOf = (operation: Operation<never>, { method, malformed }: HttpRequest): Failure | undefined => {
  if (operation.name !== 'unknown' && !allowed(operation).includes(method))
    return failure('method_not_allowed', `${method} is not taken here; ${allowed(operation).join(' and ')} are`);
  return malformed
    ? failure('invalid_parameter', 'expected valid percent-encoding of UTF-8 without NUL in path and query')
    : undefined;
};

const failureHeaders = (operation: Operation<never>, { answered }: Outcome): HttpReply['headers'] => {
  const code = E.isLeft(answered) ? answered.left.code : undefined;
  if (code === 'unauthorized') return challenge;
  return code === 'method_not_allowed' ? { Allow: allowed(operation).join(', ') } : {};
};

const actionHeader = ({ action }: Outcome): HttpReply['headers'] =>
  action === undefined ? {} : { 'X-Action-Id': action };

const callOf = <Ports>(operation: Operation<Ports>, face: Face, request: HttpRequest): Call<Ports> => ({
  operation,
  generation: face.generation,
  from: provenanceOf(request),
  raw: { path: request.pathParameters, query: request.query },
  fault: faultOf(operation, request),
});

/** Makes the routes of the device-control API over one dispatch. */
export const controlRoutes = <Ports>(
  catalogue: readonly Operation<Ports>[],
  dispatch: Dispatch<Ports>,
): Pick<Serving, 'routes' | 'unknown'> => {
  const answer = async (operation: Operation<Ports>, face: Face, request: HttpRequest): Promise<HttpReply> => {
    const outcome = await dispatch(callOf(operation, face, request));
    const reply = tell(face, operation.name, outcome, request);
    return { ...reply, headers: { ...reply.headers, ...failureHeaders(operation, outcome), ...actionHeader(outcome) } };
  };

  const handler =
    (operation: Operation<Ports>, face: Face): Handler =>
    (request) =>
      answer(operation, face, request);

  const routesOf = (face: Face) =>
    catalogue.map((operation) => [face.prefix + operation.path, handler(operation, face)] as const);

  return {
    routes: new Map([json, plain].flatMap(routesOf)),
    unknown: (request) => answer(unknownRoute(request.path), faceOf(request.path), request),
  };
};
