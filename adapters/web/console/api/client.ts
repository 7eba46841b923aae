// Client of the console's management API.
import { idleSeconds } from './activity.js';
import { consoleReachable, hasSessionEnded, sessionEndReason, slowRequestCount } from './connection-status.js';
import { RequestRefused, RequestTimedOut, ConsoleUnreachable } from './failure.js';

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

/** Optional parts of a request. */
export interface RequestOptions {
  readonly body?: unknown;
  /** Tag of the state that the change is based on. */
  readonly ifMatch?: string | null;
  /** Ends the request, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
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

const fetchFrom = async (
  method: string,
  path: string,
  { body, ifMatch, signal: ended }: RequestOptions,
): Promise<Response> => {
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
    const response = await trackSlow(fetch(`/api${path}`, { method, headers, signal, ...content }));
    consoleReachable.set(true);
    return response;
  } catch (error) {
    ended?.throwIfAborted();
    if (error instanceof DOMException && error.name === 'TimeoutError') throw new RequestTimedOut();
    consoleReachable.set(false);
    throw new ConsoleUnreachable();
  }
};

interface ErrorBody {
  readonly error?: string;
  readonly message?: string;
  readonly secondFactor?: 'code' | 'enrolment';
}

const errorFrom = async (response: Response): Promise<RequestRefused> => {
  const { error, message, secondFactor } = (await response.json().catch(() => ({}))) as ErrorBody;
  const { status } = response;
  return new RequestRefused(
    status,
    error ?? 'unknown',
    message ?? `The console answered ${String(status)}`,
    secondFactor,
  );
};

const versionOf = ({ headers }: Response): number | null => {
  const version = headers.get('X-Configuration-Version');
  return version === null ? null : Number(version);
};

/** Whether the session is missing or has ended. A 401 on sign-in means wrong credentials instead. */
const lacksSession = ({ status }: Response, path: string): boolean => status === 401 && path !== '/session';

/** Sends a request to the management API. Rejects with `RequestRefused`, `ConsoleUnreachable` or `RequestTimedOut`. */
export const sendRequest = async <A>(
  method: string,
  path: string,
  options: RequestOptions = {},
): Promise<ConsoleReply<A>> => {
  const response = await fetchFrom(method, path, options);
  if (lacksSession(response, path)) hasSessionEnded.set(true);
  if (!response.ok) {
    const error = await errorFrom(response);
    if (response.status === 401 && method === 'GET') sessionEndReason.set(error.message);
    throw error;
  }
  const value = (response.status === 204 ? undefined : await response.json()) as A;
  return { value, etag: response.headers.get('ETag'), version: versionOf(response) };
};

/** Returns the body of a resource. */
export const getJson = async <A>(path: string, options: Pick<RequestOptions, 'signal'> = {}): Promise<A> =>
  (await sendRequest<A>('GET', path, options)).value;

/** Returns the path of a studio or of a resource below it. */
export const studioPath = (id: string, ...rest: readonly string[]): string =>
  ['/studios', ...[id, ...rest].map(encodeURIComponent)].join('/');
