// Makes the routes of endpoints: who calls, what is read of the request, and how the result is answered and recorded.
import type { OutgoingHttpHeaders } from 'node:http';
import * as E from 'fp-ts/lib/Either.js';
import type { ConsoleCaller } from '../../../../application/console/endpoints/callers.js';
import {
  methodOf,
  permitOperator,
  rootPath,
  type Content,
  type Endpoint,
  type EndpointResult,
  type Followed,
  type Redirect,
} from '../../../../application/console/endpoints/endpoint.js';
import { operatorCaller } from '../../../../application/audit/sign-in-events.js';
import type { SignInFailure } from '../../../../application/console/sign-in/sign-in-failure.js';
import type { Audit, AuditEvent } from '../../../../application/ports/audit.js';
import type { ConsoleFailure } from '../../../../domain/console/failure.js';
import type { OperatorRoles } from '../../../../domain/console/operator.js';
import type { Failure } from '../../../../domain/failure.js';
import { readJson } from '../../server/body.js';
import { eventStream } from '../../server/event-stream.js';
import { clientAddress } from '../../server/forwarded-address.js';
import { acceptsGzip, gzipReply } from '../../server/gzip.js';
import { jsonReply, type HttpReply } from '../../server/reply.js';
import type { HttpRequest } from '../../server/request.js';
import type { Handler } from '../../server/server.js';
import { isEncrypted } from '../guard/client-address.js';
import type { OpenOperatorStream } from '../guard/operator-streams.js';
import { noPendingCookie, pendingCookie } from '../guard/pending-cookie.js';
import { noSessionCookie, sessionCookie } from '../guard/session-cookie.js';
import { admit, isForRoles, type AdmissionDeps, type Admitted } from './admission.js';
import { entityTag } from './entity-tag.js';
import { byMethod, byMethodWithoutHead } from './methods.js';
import { failureReply, signInFailureReply, successStatus } from './replies.js';

/** The dependencies of the routes. */
export interface MountDeps extends AdmissionDeps {
  readonly audit: Audit;
  readonly openStream: OpenOperatorStream;
}

type AnyEndpoint = Omit<Endpoint<never>, 'prepare'>;
type Result = E.Either<ConsoleFailure | SignInFailure, EndpointResult<unknown>>;

/** Whether the roles of an admitted operator suffice for an endpoint. Callers without a role are judged when they are admitted. */
const permitted = (endpoint: AnyEndpoint, request: HttpRequest, { operator }: Admitted): E.Either<Failure, void> => {
  const { requires } = endpoint;
  const raw = { path: request.pathParameters, query: request.query };
  return operator !== undefined && isForRoles(requires)
    ? permitOperator(requires, endpoint, operator, raw)
    : E.right(undefined);
};

/** Permits the caller, reads parameters and body, and runs the endpoint. */
const run = async <Ports>(
  ports: Ports,
  endpoint: Endpoint<Ports>,
  request: HttpRequest,
  admitted: Admitted,
): Promise<Result> => {
  const refused = permitted(endpoint, request, admitted);
  if (E.isLeft(refused)) return refused;
  const raw = { path: request.pathParameters, query: request.query };
  const body = endpoint.readsBody ? await readJson(request, endpoint.maxBytes) : E.right(undefined);
  if (E.isLeft(body)) return body;
  const prepared = endpoint.prepare(raw, body.right);
  return E.isLeft(prepared) ? prepared : prepared.right(ports, admitted.caller);
};

/** The length from which lists are compressed: the list of 10,000 studios has 2.8 MB. Characters. */
const compressedFrom = 65_536;

/** Compresses a long list. A reply with an entity tag stays as it is: a proxy would weaken the tag of a compressed one. */
const withCompression = async (request: HttpRequest, reply: HttpReply): Promise<HttpReply> => {
  const { body, headers } = reply;
  const isCompressed = typeof body === 'string' && body.length >= compressedFrom && headers?.['ETag'] === undefined;
  return isCompressed && acceptsGzip(request) ? gzipReply(reply, body, 1) : reply;
};

const sessionCookieOf = ({ session }: EndpointResult<unknown>, encrypted: boolean): string | undefined => {
  if (session === undefined) return undefined;
  return session === null ? noSessionCookie(encrypted) : sessionCookie(session.key, session.lastsMs, encrypted);
};

const pendingCookieOf = ({ pending }: Redirect, encrypted: boolean): string | undefined => {
  if (pending === undefined) return undefined;
  return pending === null ? noPendingCookie(encrypted) : pendingCookie(pending, encrypted);
};

const headersOf = (result: EndpointResult<unknown>, encrypted: boolean): OutgoingHttpHeaders => {
  const { tag, version } = result;
  const cookie = sessionCookieOf(result, encrypted);
  return {
    ...(tag === undefined ? {} : { ETag: entityTag(tag) }),
    ...(version === undefined ? {} : { 'X-Configuration-Version': String(version) }),
    ...(cookie === undefined ? {} : { 'Set-Cookie': cookie }),
  };
};

const redirectReply = (result: EndpointResult<Redirect>, encrypted: boolean): HttpReply => {
  const cookies = [pendingCookieOf(result.value, encrypted), sessionCookieOf(result, encrypted)];
  const headers = { Location: result.value.to, 'Set-Cookie': cookies.filter((cookie) => cookie !== undefined) };
  return { status: 303, headers, body: '' };
};

const valueReply = (
  endpoint: AnyEndpoint,
  { value, tag }: EndpointResult<unknown>,
  request: HttpRequest,
  headers: OutgoingHttpHeaders,
): HttpReply | Promise<HttpReply> => {
  const { intent, result, conditional } = endpoint;
  const status = successStatus(endpoint);
  if (conditional && tag !== undefined && request.headers['if-none-match'] === entityTag(tag))
    return { status: 304, headers, body: '' };
  if (result === null) return { status, headers, body: '' };
  const reply = jsonReply(status, result.encode(value), headers);
  return intent === 'read' ? withCompression(request, reply) : reply;
};

const contentReply = ({ text, contentType }: Content): HttpReply => ({
  status: 200,
  headers: { 'Content-Type': contentType },
  body: typeof text === 'string' ? text : Buffer.from(text.buffer, text.byteOffset, text.byteLength),
});

const notWatched = { recheck: () => undefined, currentOperator: () => Promise.resolve(undefined) };

const streamReply = (
  { openStream }: MountDeps,
  request: HttpRequest,
  operator: OperatorRoles | undefined,
  followed: Followed,
): HttpReply =>
  operator === undefined
    ? eventStream((stream) => followed.open({ ...stream, ...notWatched }), followed.unreadLimit)
    : openStream(request, operator, followed);

/** Returns the reply of a successful call. The values are those of the kind of response that the endpoint declares. */
const successReply = (
  deps: MountDeps,
  endpoint: AnyEndpoint,
  request: HttpRequest,
  operator: OperatorRoles | undefined,
  result: EndpointResult<unknown>,
): HttpReply | Promise<HttpReply> => {
  const encrypted = isEncrypted(deps.trustedProxies, request);
  switch (endpoint.responds) {
    case 'json':
      return valueReply(endpoint, result, request, headersOf(result, encrypted));
    case 'redirect':
      return redirectReply({ ...result, value: result.value as Redirect }, encrypted);
    case 'content':
      return contentReply(result.value as Content);
    case 'events':
      return streamReply(deps, request, operator, result.value as Followed);
  }
};

/**
 * Records an operator's change in the audit log (AUDIT-4). One that was refused, or changed nothing, is coalesced: anybody
 * who is signed in can repeat it (AUDIT-8). Changes of the own account record themselves.
 */
const recordChange = (
  { audit, log, trustedProxies }: MountDeps,
  { name }: AnyEndpoint,
  request: HttpRequest,
  { status }: HttpReply,
  {
    operator,
    result,
    summary,
  }: { readonly operator: OperatorRoles; readonly result: Result; readonly summary: string | undefined },
): void => {
  const { username } = operator;
  const address = clientAddress(trustedProxies, request).text;
  const event = {
    kind: 'change',
    caller: operatorCaller(username),
    address,
    operation: name,
    target: request.path,
    status,
  } as const;
  if (E.isLeft(result)) {
    audit.recordRefusal({ ...event, error: 'kind' in result.left ? result.left.kind : result.left.code });
    return;
  }
  const { version } = result.right;
  const done: AuditEvent = { ...event, error: null, ...(version !== undefined && { version }) };
  if (summary === undefined) audit.recordRefusal(done);
  else audit.record({ ...done, summary });
  log.info(name, { operator: username, path: request.path });
};

const failedReply = (failed: ConsoleFailure | SignInFailure): HttpReply =>
  'kind' in failed ? signInFailureReply(failed) : failureReply(failed);

/** Returns why a caller may no longer call an endpoint that takes long; undefined for others, and while they may. */
const refusedMeanwhile = async (
  deps: MountDeps,
  endpoint: AnyEndpoint,
  request: HttpRequest,
): Promise<HttpReply | undefined> => {
  if (!endpoint.rechecks) return undefined;
  // The end of a call is no use of the session.
  const admitted = await admit(deps, { requires: endpoint.requires, responds: 'events' }, request);
  if (E.isLeft(admitted)) return admitted.left;
  const refused = permitted(endpoint, request, admitted.right);
  return E.isLeft(refused) ? failureReply(refused.left) : undefined;
};

const handler =
  <Ports>(deps: MountDeps, ports: Ports, endpoint: Endpoint<Ports>): Handler =>
  async (request) => {
    const admitted = await admit(deps, endpoint, request);
    if (E.isLeft(admitted)) return admitted.left;
    const { operator } = admitted.right;
    let summary: string | undefined;
    const note: ConsoleCaller['note'] = (noted) => {
      summary = noted;
    };
    let isChange = endpoint.intent !== 'read';
    const readsOnly = (): void => {
      isChange = false;
    };
    const caller = { ...admitted.right.caller, note, readsOnly };
    const result = await run(ports, endpoint, request, { ...admitted.right, caller });
    const reply = await (E.isLeft(result)
      ? failedReply(result.left)
      : successReply(deps, endpoint, request, operator, result.right));
    // First, because a change is made also if its caller gets no response.
    if (operator !== undefined && isChange) recordChange(deps, endpoint, request, reply, { operator, result, summary });
    const refused = await refusedMeanwhile(deps, endpoint, request);
    if (refused !== undefined) return { ...refused, isCallerKnown: true };
    const isVisitor = endpoint.requires.scope === 'anybody' || endpoint.requires.scope === 'session-key';
    return isVisitor ? reply : { ...reply, isCallerKnown: true };
  };

/** HEAD isn't accepted for streams, which it would keep open without sending anything, nor for what only browsers open. */
const hasHead = ({ responds }: AnyEndpoint): boolean => responds === 'json' || responds === 'content';

/** Returns a handler for every path of the endpoints. */
export const mount = <Ports>(
  endpoints: readonly Endpoint<Ports>[],
  ports: Ports,
  deps: MountDeps,
): readonly (readonly [string, Handler])[] =>
  [...Map.groupBy(endpoints, rootPath)].map(([path, atPath]) => {
    const handlers = atPath.map(
      (endpoint) => [methodOf[endpoint.intent].method, handler(deps, ports, endpoint)] as const,
    );
    const dispatch = atPath.every(hasHead) ? byMethod : byMethodWithoutHead;
    return [path, dispatch(Object.fromEntries(handlers))];
  });
