// The event stream: one connection, and a stream that goes on over several.
import { createParser } from 'eventsource-parser';
import type { Events } from './api.js';
import { Refusal } from './errors.js';
import { partsOf, recordIn, unexpected, type Requester } from './request.js';
import { pause } from './time.js';

/** An event. `data` is what its type has, with the record that has changed. */
export type StudioEvent = {
  [Type in keyof Events]: { readonly type: Type; readonly id: string; readonly data: Events[Type] };
}[keyof Events];

/** How the stream is connected. */
export type StreamState = 'connecting' | 'connected' | 'lost';

/** What a stream shows. */
export interface EventOptions {
  /** The types of events that are sent. Left out: all. */
  readonly types?: readonly Exclude<keyof Events, 'reset' | 'state'>[];
  /** Continues after this event. Left out or empty: begins anew. */
  readonly lastEventId?: string;
  /** Ends the stream. */
  readonly signal?: AbortSignal;
  /** The interval of signs of life, in milliseconds, from 200 to 15,000. Default: 5,000. */
  readonly heartbeatMs?: number;
  /** After how long without a sign of life the connection is lost, in milliseconds. Default: three intervals. */
  readonly silenceMs?: number;
}

/** What one connection has besides. */
export interface ConnectionOptions extends EventOptions {
  /** Whether it begins with the event `state`, which has all records. Otherwise it begins with `reset`. */
  readonly records: boolean;
  /** The service has admitted the stream. */
  readonly onOpen?: () => void;
}

/** A sign of life without an event. */
export interface Heartbeat {
  readonly type: 'heartbeat';
}

const defaultHeartbeatMs = 5_000;

/** How many intervals may pass in silence, by default. */
const silentBeats = 3;

/** The longest event, in characters. */
const maxEventLength = 8 * 1_048_576;

const pathOf = ({ types, records, heartbeatMs = defaultHeartbeatMs }: ConnectionOptions): string => {
  const query = new URLSearchParams({ heartbeat: String(heartbeatMs) });
  if (types !== undefined) query.set('types', types.join());
  if (records) query.set('records', 'state');
  return `/api/v2/events?${query.toString()}`;
};

/** Returns the events of a part of the stream, which may end within one. */
const eventParser = () => {
  const arrived: StudioEvent[] = [];
  const parser = createParser({
    onEvent: ({ id = '', event = '', data }) => {
      const record = recordIn(data);
      if (record !== undefined) arrived.push({ type: event, id, data: record } as unknown as StudioEvent);
    },
    maxBufferSize: maxEventLength,
  });
  const decoder = new TextDecoder();
  return (octets: Uint8Array): readonly StudioEvent[] => {
    parser.feed(decoder.decode(octets, { stream: true }));
    return arrived.splice(0);
  };
};

/** Aborts after a time in which nothing has come, and with the caller's signal. */
const silenceWatch = (limitMs: number, signal: AbortSignal | undefined) => {
  const ended = new AbortController();
  const abort = (): void => {
    ended.abort(signal?.reason);
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  signal?.addEventListener('abort', abort);
  if (signal?.aborted === true) abort();
  const rest = (): void => {
    clearTimeout(timer);
  };
  return {
    signal: ended.signal,
    /** The time begins anew. */
    wait: (): void => {
      rest();
      timer = setTimeout(() => {
        ended.abort(new Error('the event stream is silent'));
      }, limitMs);
    },
    /** No time passes while events are worked on. */
    rest,
    stop: (): void => {
      rest();
      signal?.removeEventListener('abort', abort);
    },
  };
};

const heartbeat: Heartbeat = { type: 'heartbeat' };

const isStream = ({ headers }: Response): boolean => /^text\/event-stream\b/.test(headers.get('content-type') ?? '');

/** Follows one connection to its end. Rejects with a `Refusal`, with the error of the network, or when it is silent. */
export async function* connection(
  requester: Requester,
  options: ConnectionOptions,
): AsyncGenerator<StudioEvent | Heartbeat, void> {
  const { lastEventId = '', heartbeatMs = defaultHeartbeatMs, silenceMs = silentBeats * heartbeatMs } = options;
  // A page that may not name the event begins anew.
  const resumed = lastEventId === '' || requester.isForeignPage ? undefined : { 'last-event-id': lastEventId };
  const headers = { accept: 'text/event-stream', ...resumed };
  const silence = silenceWatch(silenceMs, options.signal);
  const parse = eventParser();
  try {
    silence.wait();
    const response = await requester.send(pathOf(options), { headers, signal: silence.signal });
    if (!isStream(response)) throw unexpected(response, 'no event stream');
    options.onOpen?.();
    silence.wait();
    for await (const part of partsOf(response)) {
      silence.rest();
      const events = parse(part);
      yield* events.length > 0 ? events : [heartbeat];
      silence.wait();
    }
  } finally {
    silence.stop();
  }
}

/** The delay before the first attempt to connect again, and the longest one, in milliseconds. It doubles with each failed attempt. */
const [firstDelayMs, longestDelayMs] = [250, 10_000];

/** Returns the delay before an attempt. Up to a quarter is random, so that many clients don't come back at once. */
const delayOf = (failures: number): number =>
  Math.min(firstDelayMs * 2 ** failures, longestDelayMs) * (0.75 + Math.random() / 4);

/** Codes of refusals that only somebody can end. All others may pass: a service that restarts, an API that is switched on again. */
const finalCodes: ReadonlySet<string> = new Set(['unauthorized', 'forbidden', 'read_only', 'invalid_parameter']);

const isFinal = (error: unknown): error is Refusal => error instanceof Refusal && finalCodes.has(error.code);

/** After how long a connection counts as one that works, in milliseconds: the next attempt after it follows soon. */
const lastingMs = 10_000;

/** A stream that goes on, and how it is connected. */
export interface FollowOptions extends EventOptions {
  /** Receives how the stream is connected, and why a connection was lost or not made. It must not throw. */
  readonly onState?: (state: StreamState, reason?: unknown) => void;
}

/**
 * Follows the studio over any number of connections, until `signal` aborts. Begins with the event `state`, which has all records, and
 * sends it again whenever events may have been missed: a program that replaces records by newer ones has no gap. Rejects with a `Refusal` if the
 * service refuses the stream.
 */
export async function* follow(requester: Requester, options: FollowOptions): AsyncGenerator<StudioEvent, void> {
  const { signal, onState } = options;
  let { lastEventId = '' } = options;
  let failures = 0;
  let openedAtMs = Infinity;
  const onOpen = (): void => {
    openedAtMs = performance.now();
    onState?.('connected');
  };
  const hasEnded = (): boolean => signal?.aborted === true;
  const once = async function* (): AsyncGenerator<StudioEvent, void> {
    for await (const event of connection(requester, { ...options, lastEventId, onOpen, records: true })) {
      if (hasEnded()) return;
      if (event.type === 'heartbeat') continue;
      lastEventId = event.id;
      yield event;
    }
  };
  while (!hasEnded()) {
    let reason: unknown = new Error('the service has closed the event stream');
    openedAtMs = Infinity;
    onState?.('connecting');
    try {
      yield* once();
    } catch (error) {
      if (isFinal(error)) throw error;
      reason = error;
    }
    if (hasEnded()) return;
    if (performance.now() - openedAtMs >= lastingMs) failures = 0;
    onState?.('lost', reason);
    await pause(delayOf(failures), signal);
    failures += 1;
  }
}
