// Server-sent event streams: encoding, heartbeats, and disconnection of clients that don't read.
import type { ServerResponse } from 'node:http';
import type { HttpReply } from './reply.js';

/** One event; `data` is sent as JSON. */
export interface ServerSentEvent {
  readonly id?: string;
  readonly event: string;
  readonly data: unknown;
}

/** An open stream. Its opener schedules the heartbeats. */
export interface OpenStream {
  /** Sends events in one write. */
  readonly send: (events: readonly ServerSentEvent[]) => void;
  /** Sends a line that is no event, for people who read the stream. */
  readonly comment: (line: string) => void;
  /** Sends a comment: it keeps the connection open, and lets both ends notice when it is broken. */
  readonly beat: () => void;
  readonly end: () => void;
}

/** An open stream that sends its own heartbeats. */
export interface EventStream {
  readonly send: (event: ServerSentEvent) => void;
  readonly end: () => void;
}

/** Unread bytes from which a client is disconnected. */
const defaultUnreadLimit = 1_048_576;

/** Interval of heartbeats, in milliseconds. */
const heartbeatMs = 15_000;

/** How long a client may take to read the end of a stream, in milliseconds. One that is gone would keep its connection. */
const endMs = 5_000;

const encode = ({ id, event, data }: ServerSentEvent): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/** Encoded events: one event goes to many clients. */
const encodedEvents = new WeakMap<ServerSentEvent, string>();

const encodeOnce = (event: ServerSentEvent): string => {
  const text = encodedEvents.get(event) ?? encode(event);
  encodedEvents.set(event, text);
  return text;
};

/** How long a client may leave unread what was sent, in milliseconds. */
const unreadMs = 10_000;

/** Writes to one client. At a heartbeat, disconnects it when too much is unread, or nothing was read for a while. */
class StreamClient {
  #bytesReadAtLastBeat = -1;
  #lastReadMs = performance.now();

  constructor(
    private readonly response: ServerResponse,
    private readonly unreadLimit: number,
  ) {}

  write(text: string): void {
    const { response } = this;
    if (response.writableLength > this.unreadLimit) response.destroy();
    else if (!response.writableEnded && !response.destroyed) response.write(text);
  }

  beat(): void {
    const bytesRead = this.#bytesRead;
    const isStalled = this.response.writableLength > 0 && bytesRead === this.#bytesReadAtLastBeat;
    if (!isStalled) this.#lastReadMs = performance.now();
    if (performance.now() - this.#lastReadMs > unreadMs) this.response.destroy();
    else this.write(': heartbeat\n\n');
    this.#bytesReadAtLastBeat = bytesRead;
  }

  /** Bytes that have left this process. */
  get #bytesRead(): number {
    const { socket } = this.response;
    return (socket?.bytesWritten ?? 0) - (socket?.writableLength ?? 0);
  }
}

/**
 * Returns a reply that stays open. `opened` is called with the stream and returns the clean-up for its end. The opener
 * schedules the heartbeats. The first write may exceed the limit of unread bytes.
 */
export const openStream = (
  opened: (stream: OpenStream) => () => void,
  unreadLimit = defaultUnreadLimit,
): HttpReply => ({
  status: 200,
  headers: { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' },
  body: (response) => {
    const client = new StreamClient(response, unreadLimit);
    response.flushHeaders();
    const closed = opened({
      send: (events) => {
        if (events.length > 0) client.write(events.map(encodeOnce).join(''));
      },
      comment: (line) => {
        client.write(`: ${line.replaceAll(/[\r\n]+/g, ' ')}\n\n`);
      },
      beat: () => {
        client.beat();
      },
      end: () => {
        response.end();
        setTimeout(() => response.destroy(), endMs).unref();
      },
    });
    // TCP lets a client read after it half-closed its connection. Clients of event streams that do so are gone.
    response.socket?.once('end', () => response.end());
    response.once('close', closed);
  },
});

/** Returns a reply that stays open and sends heartbeats. */
export const eventStream = (opened: (stream: EventStream) => () => void, unreadLimit?: number): HttpReply =>
  openStream(({ send, beat, end }) => {
    const heartbeat = setInterval(beat, heartbeatMs);
    const closed = opened({
      send: (event) => {
        send([event]);
      },
      end,
    });
    return () => {
      clearInterval(heartbeat);
      closed();
    };
  }, unreadLimit);
