// The only loop over the catalogue that makes routes: every operation under every face.
import type { Call, Dispatch, DispatchResult } from '../../../application/api/dispatch.js';
import * as E from 'fp-ts/lib/Either.js';
import type { Operation } from '../../../application/api/operation.js';
import { unknownRoute } from '../../../application/api/unknown-route.js';
import { failure, type Failure } from '../../../domain/failure.js';
import type { Refuse } from '../server/refusal.js';
import type { HttpReply } from '../server/reply.js';
import type { RequestHead, HttpRequest } from '../server/request.js';
import type { Handler, HttpServerOptions } from '../server/server.js';
import { callLogEntry, unresolvedLogEntry, type CallLogEntry } from './call-log-entry.js';
import { isPreflight, preflight, readableBy } from './request/cross-origin.js';
import { responseFormatOf, formatResponse, type ResponseFormat } from './response-format.js';
import { addressOf, requestOrigin } from './request/request-origin.js';
import { challenge, refusalOf } from './status.js';
import { listeningOf } from './event-reply.js';

/** Methods by what an operation does. HEAD triggers nothing, so an action doesn't take it. */
export const methods = { read: ['GET', 'HEAD'], control: ['GET', 'POST'] } as const;

const allowed = ({ access }: Pick<Operation<never>, 'access'>): readonly string[] => methods[access];

const faultOf = (operation: Operation<never>, { method, malformed }: HttpRequest): Failure | undefined => {
  if (operation.name !== 'unknown' && !allowed(operation).includes(method))
    return failure('method_not_allowed', `${method} is not taken here; ${allowed(operation).join(' and ')} are`);
  return malformed
    ? failure('invalid_parameter', 'expected valid percent-encoding of UTF-8 without NUL in path and query')
    : undefined;
};

const failureHeaders = (operation: Operation<never>, { response: answered }: DispatchResult): HttpReply['headers'] => {
  const code = E.isLeft(answered) ? answered.left.code : undefined;
  if (code === 'unauthorized') return challenge;
  return code === 'method_not_allowed' ? { Allow: allowed(operation).join(', ') } : {};
};

const actionHeader = ({ action }: DispatchResult): HttpReply['headers'] =>
  action === undefined ? {} : { 'X-Action-Id': action };

const callOf = <Ports>(operation: Operation<Ports>, face: ResponseFormat, request: HttpRequest): Call<Ports> => ({
  operation,
  generation: face.generation,
  origin: requestOrigin(request),
  raw: { path: request.pathParameters, query: request.query },
  streamRequest: face.listens ? listeningOf(request) : undefined,
  requestFailure: faultOf(operation, request),
});

/** Which operations have which face. */
export interface RouteEntry<Ports> {
  readonly face: ResponseFormat;
  readonly operations: readonly Operation<Ports>[];
}

/** What answering needs beside the dispatch. */
export interface ControlRoutesDeps<Ports> {
  readonly dispatch: Dispatch<Ports>;
  /** Told of every call once its answer is known. */
  readonly answered: (call: CallLogEntry) => void;
}

const noted = (
  answered: ControlRoutesDeps<never>['answered'],
  asked: RequestHead,
  status: number,
  code: Failure['code'] | null,
) => {
  answered(unresolvedLogEntry(asked, addressOf(asked).text, status, code));
};

/** Makes the routes of the device-control API. The bodies of calls mean nothing to it. */
export const controlRoutes = <Ports>(
  mountings: readonly RouteEntry<Ports>[],
  { dispatch, answered }: ControlRoutesDeps<Ports>,
): Pick<HttpServerOptions, 'routes' | 'unknown' | 'refuse' | 'dropsBodies'> => {
  const answer = async (
    operation: Operation<Ports>,
    face: ResponseFormat,
    request: HttpRequest,
  ): Promise<HttpReply> => {
    if (isPreflight(request)) {
      noted(answered, request, preflight.status, null);
      return preflight;
    }
    const call = callOf(operation, face, request);
    const outcome = await dispatch(call);
    const reply = formatResponse(face, operation.name, outcome, request);
    answered(callLogEntry(request, call.origin.address.text, outcome, reply.status));
    const headers = { ...failureHeaders(operation, outcome), ...actionHeader(outcome) };
    return { ...reply, headers: { ...reply.headers, ...readableBy(call.origin.credentials, outcome), ...headers } };
  };

  const refuse: Refuse = (asked, status) => {
    const refused = refusalOf(status);
    noted(answered, asked, status, refused.code);
    return responseFormatOf(asked.path).failure(refused, asked, status);
  };

  const handler =
    (operation: Operation<Ports>, face: ResponseFormat): Handler =>
    (request) =>
      answer(operation, face, request);

  const routes = mountings.flatMap(({ face, operations }) =>
    operations.map((operation) => [face.prefix + operation.path, handler(operation, face)] as const),
  );

  return {
    routes: new Map(routes),
    unknown: (request) => answer(unknownRoute(request.path), responseFormatOf(request.path), request),
    refuse,
    dropsBodies: true,
  };
};
