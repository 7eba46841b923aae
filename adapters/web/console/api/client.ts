// Client of the console's management API.
import { t } from '@lingui/core/macro';
import type { BodyOf, EndpointName, ParametersOf, ResultOf } from '../../../../application/console/calls.js';
import { idleSeconds } from './activity.js';
import { addresses } from './addresses.js';
import { consoleReachable, hasSessionEnded, sessionEndReason, slowRequestCount } from './connection-status.js';
import { RequestRefused, RequestTimedOut, ConsoleUnreachable, type RefusalDetails } from './failure.js';

const slowAfterMs = 4_000;
const timeoutMs = 30_000;

/** A successful reply of the console. */
export interface ConsoleReply<A> {
  readonly value: A;
  /** Tag of this state of the resource. Sent with a change, so that no newer state is overwritten. */
  readonly etag: string | null;
  /** First version of the studio's configuration that contains the change. */
  readonly version: number | null;
}

/** Optional parts of every request. */
interface RequestOptions {
  /** Tag of the state that the change is based on. */
  readonly ifMatch?: string | null;
  /** Ends the request, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

type Parameters = Readonly<Record<string, string | undefined>>;
type ParametersPart<P> = Partial<P> extends P ? { readonly params?: P } : { readonly params: P };
type BodyPart<B> = undefined extends B ? unknown : { readonly body: B };

/** The request of an endpoint: the parameters and the body that it reads. */
export type EndpointRequest<Name extends EndpointName> = RequestOptions &
  ParametersPart<ParametersOf<Name>> &
  BodyPart<BodyOf<Name>>;

/** The request, which may be left out if the endpoint needs none. */
type Requested<Name extends EndpointName> =
  RequestOptions extends EndpointRequest<Name> ? [request?: EndpointRequest<Name>] : [request: EndpointRequest<Name>];

interface AnyRequest extends RequestOptions {
  readonly params?: Parameters;
  readonly body?: unknown;
}

/** Counts the request as slow while it takes longer than `slowAfterMs`. */
const trackSlow = (response: Promise<Response>): Promise<Response> => {
  let counted = 0;
  const timer = setTimeout(() => {
    counted = 1;
    slowRequestCount.set(slowRequestCount.get() + counted);
  }, slowAfterMs);
  return response.finally(() => {
    clearTimeout(timer);
    slowRequestCount.set(slowRequestCount.get() - counted);
  });
};

/** Returns the address of an endpoint: parameters that its path doesn't name are those of the query. */
export const urlOf = (name: EndpointName, params: Parameters = {}): string => {
  const query = new Map(Object.entries(params));
  const path = addresses[name].path.replace(/:(\w+)/g, (_named: string, parameter: string) => {
    const value = query.get(parameter) ?? '';
    query.delete(parameter);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [parameter, value] of query) if (value !== undefined) search.set(parameter, value);
  return search.size === 0 ? path : `${path}?${search.toString()}`;
};

const fetchFrom = async (
  name: EndpointName,
  { params, body, ifMatch, signal: ended }: AnyRequest,
): Promise<Response> => {
  const { method } = addresses[name];
  const headers = {
    Accept: 'application/json',
    'X-Idle-Seconds': String(idleSeconds()),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(ifMatch == null ? {} : { 'If-Match': ifMatch }),
  };
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  try {
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = ended === undefined ? timeout : AbortSignal.any([timeout, ended]);
    const response = await trackSlow(fetch(urlOf(name, params), { method, headers, signal, ...content }));
    consoleReachable.set(true);
    return response;
  } catch (error) {
    ended?.throwIfAborted();
    if (error instanceof DOMException && error.name === 'TimeoutError') throw new RequestTimedOut();
    consoleReachable.set(false);
    throw new ConsoleUnreachable();
  }
};

interface ErrorBody extends RefusalDetails {
  readonly error?: string;
  readonly message?: string;
}

const errorFrom = async (response: Response): Promise<RequestRefused> => {
  const { error, message, ...details } = (await response.json().catch(() => ({}))) as ErrorBody;
  const { status } = response;
  return new RequestRefused(status, error ?? 'unknown', message ?? t`The console answered ${String(status)}`, details);
};

const versionOf = ({ headers }: Response): number | null => {
  const version = headers.get('X-Configuration-Version');
  return version === null ? null : Number(version);
};

/** The endpoints whose 401 means wrong credentials, or is dealt with by the caller. */
const ownSession: ReadonlySet<EndpointName> = new Set(['session.get', 'session.begin', 'session.end']);

/** Calls an endpoint. Rejects with `RequestRefused`, `ConsoleUnreachable` or `RequestTimedOut`. */
export const call = async <Name extends EndpointName>(
  name: Name,
  ...[request]: Requested<Name>
): Promise<ConsoleReply<ResultOf<Name>>> => {
  const response = await fetchFrom(name, { ...request });
  if (response.status === 401 && !ownSession.has(name)) hasSessionEnded.set(true);
  if (!response.ok) {
    const error = await errorFrom(response);
    if (response.status === 401 && addresses[name].method === 'GET')
      sessionEndReason.set(error.details.sessionEnded === undefined ? null : error.message);
    throw error;
  }
  const value = (response.status === 204 ? undefined : await response.json()) as ResultOf<Name>;
  return { value, etag: response.headers.get('ETag'), version: versionOf(response) };
};

/** Calls an endpoint as `call` does, and returns only the body of its reply. */
export const read = async <Name extends EndpointName>(
  name: Name,
  ...request: Requested<Name>
): Promise<ResultOf<Name>> => (await call(name, ...request)).value;
