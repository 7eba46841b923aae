// Creates the routes of the device-control API: every operation of the route table in its response format.
import type { Call } from '../../../application/api/authorized-call.js';
import type { Dispatch, DispatchResult } from '../../../application/api/dispatch.js';
import * as E from 'fp-ts/lib/Either.js';
import type { Operation } from '../../../application/api/operation.js';
import type { CallSink } from '../../../application/calls/call-record.js';
import type { Clock } from '../../../application/ports/clock.js';
import { unknownRoute } from '../../../application/api/unknown-route.js';
import { failure, methodNotAllowed, type Failure } from '../../../domain/failure.js';
import type { RequestOrigin } from '../../../domain/access/authorization.js';
import type { TrustedProxies } from '../server/forwarded-address.js';
import type { RefusalHandler } from '../server/refusal.js';
import type { HttpReply } from '../server/reply.js';
import type { RequestHead, HttpRequest } from '../server/request.js';
import { malformedTarget } from '../server/request-target.js';
import type { Handler, HttpServerOptions } from '../server/server.js';
import { callRecord, unresolvedRecord } from './call-record.js';
import { unlessKnown } from './entity-tag.js';
import { isPreflight, preflightReply, crossOriginHeaders } from './request/cross-origin.js';
import { responseFormatOf, formatResponse, type ResponseFormat } from './response-format.js';
import { ignoredParametersHeader } from './request/ignored-parameters.js';
import { callerAddressOf, requestOrigin } from './request/request-origin.js';
import { basicChallenge, refusalFailure } from './status.js';
import { streamRequestOf } from './event-reply.js';
import type { RawParameters } from '../../../application/api/parameters.js';

const none: RawParameters = new Map();

/** Returns the values of these headers, by the names that the operation gives them. */
const readHeaders = (
  { parameters: { headers: codecs } }: Pick<Operation<never>, 'parameters'>,
  { headers }: Pick<HttpRequest, 'headers'>,
): RawParameters => {
  if (codecs === undefined) return none;
  const sent = Object.keys(codecs).map((name) => [name, [headers[name.toLowerCase()] ?? []].flat()] as const);
  return new Map(sent);
};

/** Methods per access of an operation. Actions don't take HEAD (HEAD-1, HEAD-2). */
export const methodsByAccess = { read: ['GET', 'HEAD'], control: ['GET', 'POST'] } as const;

const allowedMethods = ({ access }: Pick<Operation<never>, 'access'>): readonly string[] => methodsByAccess[access];

const requestFailure = (operation: Operation<never>, { method, malformed }: HttpRequest): Failure | undefined => {
  const allowed = allowedMethods(operation);
  if (operation.name !== 'unknown' && !allowed.includes(method)) return methodNotAllowed(method, allowed);
  return malformed ? malformedTarget : undefined;
};

const failureHeaders = (operation: Operation<never>, { response }: DispatchResult): HttpReply['headers'] => {
  const code = E.isLeft(response) ? response.left.code : undefined;
  if (code === 'unauthorized') return basicChallenge;
  return code === 'method_not_allowed' ? { Allow: allowedMethods(operation).join(', ') } : {};
};

/** Returns the headers of RFC 9745 and RFC 8594 that announce the end of an operation (COMPATIBILITY-2). */
const deprecationHeaders = ({ deprecation }: Operation<never>, { generation }: ResponseFormat): HttpReply['headers'] =>
  deprecation === undefined || generation !== 'v2'
    ? {}
    : {
        Deprecation: `@${String(Date.parse(deprecation.since) / 1_000)}`,
        Sunset: new Date(deprecation.sunset).toUTCString(),
      };

const actionIdHeader = ({ action }: DispatchResult): HttpReply['headers'] =>
  action === undefined ? {} : { 'X-Action-Id': action };

const callOf = <Ports>(
  operation: Operation<Ports>,
  format: ResponseFormat,
  request: HttpRequest,
  origin: RequestOrigin,
): Call<Ports> => ({
  operation,
  generation: format.generation,
  origin,
  raw: { path: request.pathParameters, query: request.query, headers: readHeaders(operation, request) },
  streamRequest: format.opensStreams ? streamRequestOf(request) : undefined,
  requestFailure: requestFailure(operation, request),
});

const headersOf = <Ports>(
  { operation, origin }: Call<Ports>,
  format: ResponseFormat,
  request: HttpRequest,
  result: DispatchResult,
): HttpReply['headers'] => ({
  ...crossOriginHeaders(origin.credentials, result),
  ...failureHeaders(operation, result),
  ...actionIdHeader(result),
  ...deprecationHeaders(operation, format),
  ...ignoredParametersHeader(operation, request, format.parameters),
});

/** Returns the reply with what the server needs to know of its caller, and with what follows its delivery. */
const completeReply = (reply: HttpReply, headers: HttpReply['headers'], result: DispatchResult): HttpReply => ({
  status: reply.status,
  headers: { ...reply.headers, ...headers },
  body: reply.body,
  isCallerKnown: result.isDevice === true,
  onDelivered: result.onDelivered,
});

/** Operations whose routes have one response format. */
export interface RouteEntry<Ports> {
  readonly format: ResponseFormat;
  readonly operations: readonly Operation<Ports>[];
}

/** Dependencies of the routes. */
export interface ControlRoutesDeps<Ports> {
  readonly dispatch: Dispatch<Ports>;
  /** Proxies that are trusted about callers' addresses. Default: none. */
  readonly trustedProxies?: TrustedProxies | undefined;
  readonly clock: Pick<Clock, 'now'>;
  /** Takes every answered call. */
  readonly onAnswered: CallSink;
}

/** The routes, and what answers other calls. */
export type ControlRoutes = Pick<HttpServerOptions, 'routes' | 'fallback' | 'refuse' | 'discardsBodies'>;

const refusedPreflight = failure('forbidden', 'pages of other origins may not call legacy routes');

/** Creates the routes of the device-control API. They ignore bodies (PARAMETER-4). */
export const controlRoutes = <Ports>(
  routeTable: readonly RouteEntry<Ports>[],
  { dispatch, trustedProxies = [], clock, onAnswered }: ControlRoutesDeps<Ports>,
): ControlRoutes => {
  const logUnresolved = (head: RequestHead, status: number, code: Failure['code'] | null): void => {
    onAnswered(unresolvedRecord(head, callerAddressOf(head).text, status, code, clock.now()));
  };

  /** Answers a preflight. Legacy routes take no calls of other origins (CORS-3). */
  const answerPreflight = (format: ResponseFormat, request: HttpRequest): HttpReply => {
    const refused = format.generation === 'v2' ? null : refusedPreflight;
    const reply = refused === null ? preflightReply : format.failure(refused, request);
    logUnresolved(request, reply.status, refused?.code ?? null);
    return reply;
  };

  const answer = async (operation: Operation<Ports>, format: ResponseFormat, request: HttpRequest) => {
    if (isPreflight(request)) return answerPreflight(format, request);
    const call = callOf(operation, format, request, requestOrigin(trustedProxies, request));
    const arrivedAt = performance.now();
    const result = await dispatch(call);
    const reply = unlessKnown(formatResponse(format, operation, result, request), request);
    const answered = { timeMs: clock.now(), elapsedMs: performance.now() - arrivedAt };
    onAnswered(callRecord(request, call, result, reply.status, answered));
    return completeReply(reply, headersOf(call, format, request, result), result);
  };

  const refuse: RefusalHandler = (head, status) => {
    const refusal = refusalFailure(status);
    logUnresolved(head, status, refusal.code);
    return responseFormatOf(head.path).failure(refusal, head, status);
  };

  const handlerOf =
    ({ format }: RouteEntry<Ports>) =>
    (operation: Operation<Ports>): readonly [string, Handler] => [
      format.prefix + operation.path,
      (request) => answer(operation, format, request),
    ];

  const routes = routeTable.flatMap((entry) => entry.operations.map(handlerOf(entry)));

  return {
    routes: new Map(routes),
    fallback: (request) => answer(unknownRoute(request.path), responseFormatOf(request.path), request),
    refuse,
    discardsBodies: true,
  };
};
