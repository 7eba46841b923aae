// Makes the routes of the endpoints in the console's catalogue.
import type { OutgoingHttpHeaders } from 'node:http';
import * as E from 'fp-ts/lib/Either.js';
import {
  permitOperator,
  type ConsoleCaller,
  type Endpoint,
  type EndpointResult,
} from '../../../../application/console/endpoints/endpoint.js';
import type { SignedIn } from '../../../../application/console/sign-in/sessions.js';
import type { ConsoleFailure } from '../../../../domain/console/failure.js';
import type { Failure } from '../../../../domain/failure.js';
import { operatorCaller } from '../../../../application/audit/sign-in-events.js';
import type { Audit, AuditEvent } from '../../../../application/ports/audit.js';
import { readJson } from '../../server/body.js';
import { acceptsGzip, gzipReply } from '../../server/gzip.js';
import { jsonReply, type HttpReply } from '../../server/reply.js';
import type { HttpRequest } from '../../server/request.js';
import type { Handler } from '../../server/server.js';
import { noContentReply, methodOf, failureReply } from './replies.js';
import { entityTag, hasSeen } from './entity-tag.js';
import { byMethod } from './methods.js';
import { clientAddress } from '../../server/forwarded-address.js';
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

/** The length from which lists are compressed: the list of 10,000 studios has 2.8 MB. Characters. */
const compressedFrom = 65_536;

/** Compresses a long list. A reply with an entity tag stays as it is: a proxy would weaken the tag of a compressed one. */
const withCompression = async (request: HttpRequest, reply: HttpReply): Promise<HttpReply> => {
  const { body, headers } = reply;
  const isCompressed = typeof body === 'string' && body.length >= compressedFrom && headers?.['ETag'] === undefined;
  return isCompressed && acceptsGzip(request) ? gzipReply(reply, body, 1) : reply;
};

/** The operator who calls, and what takes the summary of a change. */
type Author = SignedIn & Required<Pick<ConsoleCaller, 'note'>>;

const run = async <Ports>(
  ports: Ports,
  endpoint: Endpoint<Ports>,
  request: HttpRequest,
  { operator, session, note }: Author,
): Promise<E.Either<ConsoleFailure, EndpointResult<unknown>>> => {
  const raw = { path: request.pathParameters, query: request.query };
  const permitted = permitOperator(endpoint, operator, raw);
  if (E.isLeft(permitted)) return permitted;
  const body = await bodyOf(endpoint, request);
  if (E.isLeft(body)) return body;
  const prepared = endpoint.prepare(raw, body.right);
  const caller: ConsoleCaller = { operator, session, note, hasSeen: hasSeen(request.headers) };
  return E.isLeft(prepared) ? prepared : prepared.right(ports, caller);
};

/** The dependencies of the routes. */
export interface EndpointRoutesDeps extends OperatorLookupDeps {
  readonly audit: Audit;
}

/**
 * Records an operator's change in the audit log (AUDIT-4). One that was refused, or changed nothing, is coalesced: anybody
 * who is signed in can repeat it (AUDIT-8).
 */
const auditChange = (
  { audit, trustedProxies }: EndpointRoutesDeps,
  request: HttpRequest,
  { status }: HttpReply,
  change: Pick<AuditEvent, 'caller' | 'operation' | 'error' | 'version' | 'summary'>,
): void => {
  const address = clientAddress(trustedProxies, request).text;
  const event: AuditEvent = { kind: 'change', address, target: request.path, status, ...change };
  if (change.summary === undefined) audit.recordRefusal(event);
  else audit.record(event);
};

const handler = <Ports>(ports: Ports, deps: EndpointRoutesDeps, endpoint: Endpoint<Ports>): Handler =>
  forOperators(deps, async (request, { operator, session }) => {
    const change: { summary?: string } = {};
    const note = (summary: string): void => void Object.assign(change, { summary });
    const result = await run(ports, endpoint, request, { operator, session, note });
    const reply = E.isLeft(result) ? failureReply(result.left) : successReply(endpoint, result.right);
    if (endpoint.intent === 'read') return withCompression(request, reply);
    const caller = operatorCaller(operator.username);
    const done = E.isLeft(result)
      ? { error: result.left.code }
      : { error: null, ...change, ...(result.right.version !== undefined && { version: result.right.version }) };
    auditChange(deps, request, reply, { caller, operation: endpoint.name, ...done });
    if (E.isRight(result)) deps.log.info(endpoint.name, { operator: operator.username, path: request.path });
    return reply;
  });

/** Returns a handler for every path of the catalogue. */
export const endpointRoutes = <Ports>(
  catalogue: readonly Endpoint<Ports>[],
  ports: Ports,
  deps: EndpointRoutesDeps,
): readonly (readonly [string, Handler])[] =>
  [...Map.groupBy(catalogue, ({ path }) => path)].map(([path, endpoints]) => {
    const handlers = endpoints.map(
      (endpoint) => [methodOf[endpoint.intent].method, handler(ports, deps, endpoint)] as const,
    );
    return [apiPrefix + path, byMethod(Object.fromEntries(handlers))];
  });
