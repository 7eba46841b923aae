// Asking the console: one request, its answer with what the headers tell, and failures as values of their own kinds.
import { reachable, sessionEnded, slowRequests } from './conditions.js';
import { RequestRefused, Unanswered, Unreachable } from './failure.js';

const slowAfterMs = 4_000;
const longestMs = 30_000;

/** An answer of the console. */
export interface ConsoleReply<A> {
  readonly value: A;
  /** What this state of the resource is called; shown with a change, so that nothing newer is overwritten. */
  readonly etag: string | null;
  /** The version of the studio's configuration that has the change. */
  readonly version: number | null;
}

/** What may go with a request. */
export interface RequestBody {
  readonly body?: unknown;
  /** The state that the change was made from. */
  readonly ifMatch?: string | null;
}

/** Counts a request among the slow ones from the moment in which it is one. */
const noted = (waiting: Promise<Response>): Promise<Response> => {
  let counted = 0;
  const slow = setTimeout(() => {
    counted = 1;
    slowRequests.set(slowRequests.get() + counted);
  }, slowAfterMs);
  return waiting.finally(() => {
    clearTimeout(slow);
    slowRequests.set(slowRequests.get() - counted);
  });
};

const ask = async (method: string, path: string, { body, ifMatch }: RequestBody): Promise<Response> => {
  const headers = {
    Accept: 'application/json',
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(ifMatch == null ? {} : { 'If-Match': ifMatch }),
  };
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  try {
    const signal = AbortSignal.timeout(longestMs);
    const response = await noted(fetch(`/api${path}`, { method, headers, signal, ...content }));
    reachable.set(true);
    return response;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError') throw new Unanswered();
    reachable.set(false);
    throw new Unreachable();
  }
};

interface Told {
  readonly error?: string;
  readonly message?: string;
}

const refusal = async (response: Response): Promise<RequestRefused> => {
  const { error, message } = (await response.json().catch(() => ({}))) as Told;
  const { status } = response;
  return new RequestRefused(status, error ?? 'unknown', message ?? `The console answered ${String(status)}`);
};

const versionOf = ({ headers }: Response): number | null => {
  const told = headers.get('X-Configuration-Version');
  return told === null ? null : Number(told);
};

/** Whether it is the session that a request lacked: a refused sign-in lacks something else. */
const lacksSession = ({ status }: Response, path: string): boolean => status === 401 && path !== '/session';

/** Sends a request to the management API. Rejects with `Refused`, `Unreachable` or `Unanswered`. */
export const sendRequest = async <A>(
  method: string,
  path: string,
  sending: RequestBody = {},
): Promise<ConsoleReply<A>> => {
  const response = await ask(method, path, sending);
  if (lacksSession(response, path)) sessionEnded.set(true);
  if (!response.ok) throw await refusal(response);
  const value = (response.status === 204 ? undefined : await response.json()) as A;
  return { value, etag: response.headers.get('ETag'), version: versionOf(response) };
};

/** Reads a resource, without what its headers tell. */
export const getJson = async <A>(path: string): Promise<A> => (await sendRequest<A>('GET', path)).value;

/** The path of something of a studio's. */
export const ofStudio = (id: string, ...rest: readonly string[]): string =>
  ['/studios', id, ...rest].map((part, place) => (place === 0 ? part : encodeURIComponent(part))).join('/');
