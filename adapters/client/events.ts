// The event stream: one connection, and a stream that goes on over several.
import { createParser } from 'eventsource-parser';
import type { Events } from './api.js';
import { Refusal } from './errors.js';
import { partsOf, recordIn, type Requester } from './request.js';

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

/** Aborts after a time in which nothing has come. */
const silenceWatch = (limitMs: number) => {
  const silence = new AbortController();
  const watch = () =>
    setTimeout(() => {
      silence.abort(new Error('the event stream is silent'));
    }, limitMs);
  let timer = watch();
  return {
    signal: silence.signal,
    heard: (): void => {
      clearTimeout(timer);
      timer = watch();
    },
    stop: (): void => {
      clearTimeout(timer);
    },
  };
};

const heartbeat: Heartbeat = { type: 'heartbeat' };

/** Follows one connection to its end. Rejects with a `Refusal`, with the error of the network, or when it is silent. */
export async function* connection(
  requester: Requester,
  options: ConnectionOptions,
): AsyncGenerator<StudioEvent | Heartbeat, void> {
  const { lastEventId = '', signal, heartbeatMs = defaultHeartbeatMs, silenceMs = silentBeats * heartbeatMs } = options;
  const silence = silenceWatch(silenceMs);
  const ended = signal === undefined ? silence.signal : AbortSignal.any([silence.signal, signal]);
  // A page that may not name the event begins anew.
  const resumed = lastEventId === '' || requester.isForeignPage ? undefined : { 'last-event-id': lastEventId };
  const parse = eventParser();
  try {
    const response = await requester.send(pathOf(options), {
      headers: { accept: 'text/event-stream', ...resumed },
      signal: ended,
    });
    options.onOpen?.();
    for await (const part of partsOf(response)) {
      silence.heard();
      const events = parse(part);
      yield* events.length > 0 ? events : [heartbeat];
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

const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done);
  });

/** What the service doesn't change its mind about by itself. While it stops or restarts, it answers 503 or nothing. */
const isFinal = (error: unknown): error is Refusal => error instanceof Refusal && error.status < 500;

/** A stream that goes on, and how it is connected. */
export interface FollowOptions extends EventOptions {
  readonly onState?: (state: StreamState) => void;
}

/**
 * Follows the studio over any number of connections, until `signal` aborts. Begins with the event `state`, which has all records, and
 * sends it again whenever events may have been missed: a program that replaces records by newer ones has no gap. Rejects with a `Refusal` if the
 * service refuses the stream.
 */
export async function* follow(requester: Requester, options: FollowOptions): AsyncGenerator<StudioEvent, void> {
  const { signal, onState } = options;
  const onOpen = (): void => onState?.('connected');
  let { lastEventId = '' } = options;
  let failures = 0;
  const once = async function* (): AsyncGenerator<StudioEvent, void> {
    for await (const event of connection(requester, { ...options, lastEventId, onOpen, records: true })) {
      failures = 0;
      if (event.type === 'heartbeat') continue;
      lastEventId = event.id;
      yield event;
    }
  };
  const hasEnded = (): boolean => signal?.aborted === true;
  while (!hasEnded()) {
    onState?.('connecting');
    try {
      yield* once();
    } catch (error) {
      if (isFinal(error)) throw error;
    }
    if (hasEnded()) return;
    onState?.('lost');
    await pause(delayOf(failures), signal);
    failures += 1;
  }
}
