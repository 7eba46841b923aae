// The client of the device-control API: reads, actions that are done once, and events without a gap.
import { paths, type ActionId, type Actions, type DryRun, type Reads } from './api.js';
import { actOnce, newKey } from './action.js';
import { noAnswer, notConnected, Refusal } from './errors.js';
import {
  connection,
  follow,
  type ConnectionOptions,
  type FollowOptions,
  type Heartbeat,
  type StudioEvent,
} from './events.js';
import { answerOf, documentOf, requester, type Requester, type ServiceAccess } from './request.js';
import { limited } from './time.js';

export type * from './api.js';
export { NotConnected, Refusal, UnknownResult, type StudioError } from './errors.js';
export type { ConnectionOptions, EventOptions, FollowOptions, Heartbeat, StreamState, StudioEvent } from './events.js';
export type { ServiceAccess } from './request.js';

/** The parameters of a call; they may be left out if none is required. */
type CallValues<Values> =
  Values extends Record<string, never>
    ? [values?: Values]
    : Partial<Values> extends Values
      ? [values?: Values]
      : [values: Values];

/** What all calls take besides their parameters. */
export interface CallOptions {
  /** Aborts the call. An action that was sent isn't taken back. */
  readonly signal?: AbortSignal;
}

/** What actions take besides their parameters. */
export interface ActionOptions extends CallOptions {
  /** How long the device may take to confirm, in milliseconds, from 100 to 30,000. Default: 2,000. */
  readonly timeoutMs?: number;
  /**
   * The idempotency key, 1 to 64 printable ASCII characters. The service does an action with one key once, and repeats its first answer, for 10
   * minutes. It remembers 5,000 keys of a caller. Default: a new one; null for none, which a program needs that acts more often than that.
   */
  readonly key?: string | null;
  /** How long the result is asked for after the connection was lost, in milliseconds; 0 for not at all. Default: 10,000. */
  readonly askMs?: number;
}

/** The answer to an action that isn't waited for. */
export interface Accepted<Name extends keyof Actions> {
  readonly ok: true;
  readonly accepted: true;
  readonly operation: Name;
  readonly action: ActionId;
}

/** The service. Calls reject with a `StudioError`. */
export interface StudioClient {
  /** Reads something, such as `read('signal.get', { id: 'red-light' })`. A read whose connection breaks is made once more. */
  readonly read: <Name extends keyof Reads>(
    name: Name,
    ...values: [...CallValues<Reads[Name]['parameters']>, options?: CallOptions]
  ) => Promise<Reads[Name]['result']>;
  /**
   * Does something once, such as `act('clip.play', { slot: 'main', number: 3 })`, and resolves when the device has confirmed it. A call whose
   * connection breaks is repeated with its key for 10 s, which does nothing a second time.
   */
  readonly act: <Name extends keyof Actions>(
    name: Name,
    ...values: [...CallValues<Actions[Name]['parameters']>, options?: ActionOptions]
  ) => Promise<Actions[Name]['result']>;
  /** Does the same, and resolves as soon as the command is sent. */
  readonly send: <Name extends keyof Actions>(
    name: Name,
    ...values: [...CallValues<Actions[Name]['parameters']>, options?: ActionOptions]
  ) => Promise<Accepted<Name>>;
  /** Returns what an action would do now. Nothing is sent. */
  readonly dryRun: <Name extends keyof Actions>(
    name: Name,
    ...values: [...CallValues<Actions[Name]['parameters']>, options?: CallOptions]
  ) => Promise<DryRun & { readonly ok: true }>;
  /** Follows the studio: begins with its whole state, then each change, over lost connections, until `signal` aborts. */
  readonly events: (options?: FollowOptions) => AsyncGenerator<StudioEvent, void>;
  /** Reads a path of the API, such as `/api/v2/signals`, for programs that learn the API from `openapi.json`. */
  readonly readPath: (path: string, options?: CallOptions) => Promise<Readonly<Record<string, unknown>>>;
  /** Does the action of a path of the API once, as `act` does. */
  readonly actPath: (path: string, options?: ActionOptions) => Promise<Readonly<Record<string, unknown>>>;
  /** Follows one connection to its end, for programs that connect again by themselves. Rejects when it is lost. */
  readonly connect: (options: ConnectionOptions) => AsyncGenerator<StudioEvent | Heartbeat, void>;
}

type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** The parameters of a call. A macro's own are in `parameters`, and are sent like the others. */
type Values = Readonly<Record<string, Query[string] | Query>>;

/** Returns the parts of a path before and after its first question mark. */
const splitPath = (path: string): readonly [bare: string, query: string] => {
  const at = path.indexOf('?');
  return at < 0 ? [path, ''] : [path.slice(0, at), path.slice(at + 1)];
};

/** Returns a path with further parameters. */
const withQuery = (path: string, more: Query): string => {
  const [bare, before] = splitPath(path);
  const query = new URLSearchParams(before);
  for (const [name, value] of Object.entries(more)) if (value !== undefined) query.set(name, String(value));
  return query.size === 0 ? bare : `${bare}?${query.toString()}`;
};

/** Values that a path can't have: it would lead elsewhere. */
const noName: ReadonlySet<unknown> = new Set([undefined, '', '.', '..']);

/** Returns the path of a call with its parameters. What the path doesn't contain is its query. */
const pathOf = (name: keyof typeof paths, { parameters, ...others }: Values): string => {
  const values = new Map(Object.entries(others as Query));
  const path = (paths as Readonly<Record<string, string | undefined>>)[name];
  if (path === undefined) throw new TypeError(`there is no call "${name}"`);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => {
    const value = values.get(parameter);
    if (noName.has(value)) throw new TypeError(`${name}: expected the parameter "${parameter}"`);
    values.delete(parameter);
    return encodeURIComponent(String(value));
  });
  return withQuery(`/api/v2${filled}`, { ...(parameters as Query | undefined), ...Object.fromEntries(values) });
};

/** How long a read may take, in milliseconds. */
const readLimitMs = 10_000;

/** The time that a device has by default, and the longest one, in milliseconds. */
const [defaultTimeoutMs, longestTimeoutMs] = [2_000, 30_000];

const defaultAskMs = 10_000;

/** Returns how long the device has to confirm the action of a path, in milliseconds. */
const timeoutIn = (path: string): number => {
  const stated = Number(new URLSearchParams(splitPath(path)[1]).get('timeout'));
  return stated > 0 && stated !== Infinity ? Math.min(stated, longestTimeoutMs) : defaultTimeoutMs;
};

/** Reads once, and once more if the connection has broken: a kept one may be closed when it is used again. */
const reader = ({ send }: Requester): StudioClient['readPath'] => {
  const once = async (path: string, signal: AbortSignal) => {
    const response = await send(path, { signal });
    return splitPath(path)[0].endsWith('.json') ? documentOf(response) : answerOf(response);
  };
  const twice = (path: string) => async (signal: AbortSignal) =>
    once(path, signal).catch((error: unknown) => {
      if (error instanceof Refusal || signal.aborted || notConnected(error)) throw error;
      return once(path, signal);
    });
  return (path, { signal } = {}) =>
    limited(readLimitMs, signal, twice(path)).catch((error: unknown) => {
      signal?.throwIfAborted();
      throw error instanceof Refusal ? error : (notConnected(error) ?? noAnswer(error));
    });
};

const actor =
  ({ send }: Requester): StudioClient['actPath'] =>
  (path, { timeoutMs, key = newKey(), askMs = defaultAskMs, signal } = {}) => {
    // Pages of other origins may not send the header of the key.
    const sent = withQuery(path, { timeout: timeoutMs, key: key ?? undefined });
    const attempt = async (limit: AbortSignal) => answerOf(await send(sent, { method: 'POST', signal: limit }));
    // Without a key, a question would act again.
    return actOnce(attempt, { timeoutMs: timeoutIn(sent), askMs: key === null ? 0 : askMs, signal });
  };

/** Creates a client. It connects when it is used. Throws a `TypeError` if the address is none. */
export const studioClient = (access: ServiceAccess): StudioClient => {
  const requests = requester(access);
  const [readPath, actPath] = [reader(requests), actor(requests)];
  const calls = {
    read: async (name: keyof Reads, values: Values = {}, options?: CallOptions) =>
      readPath(pathOf(name, values), options),
    act: async (name: keyof Actions, values: Values = {}, options?: ActionOptions) =>
      actPath(pathOf(name, values), options),
    send: async (name: keyof Actions, values: Values = {}, options?: ActionOptions) =>
      actPath(withQuery(pathOf(name, values), { wait: 0 }), options),
    dryRun: async (name: keyof Actions, values: Values = {}, options?: CallOptions) =>
      readPath(withQuery(pathOf(name, values), { dry: 1 }), options),
  };
  return {
    ...(calls as unknown as Pick<StudioClient, keyof typeof calls>),
    readPath,
    actPath,
    events: (options = {}) => follow(requests, options),
    connect: (options) => connection(requests, options),
  };
};
