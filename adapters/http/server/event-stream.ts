// Server-sent events: one stream to one listener, with heartbeats, and an end for listeners that don't keep up.
import type { ServerResponse } from 'node:http';
import type { HttpReply } from './reply.js';

/** One event; `data` is sent as JSON. */
export interface ServerSentEvent {
  readonly id?: string;
  readonly event: string;
  readonly data: unknown;
}

/** A stream that is open, and whoever opened it sees to its heartbeats. */
export interface OpenStream {
  /** Sends events in one go. */
  readonly send: (events: readonly ServerSentEvent[]) => void;
  /** Sends a comment: it keeps the way open, and lets both ends notice when it isn't. */
  readonly beat: () => void;
  readonly end: () => void;
}

/** A stream that is open, and keeps itself so. */
export interface EventStream {
  readonly send: (event: ServerSentEvent) => void;
  readonly end: () => void;
}

/** A listener that leaves this many octets unread is dropped. */
const usualUnreadLimit = 1_048_576;

/** How far apart heartbeats are, milliseconds. */
const heartbeatMs = 15_000;

const spell = ({ id, event, data }: ServerSentEvent): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/** Events that were spelled already: one event goes to many listeners. */
const spelled = new WeakMap<ServerSentEvent, string>();

const spellOnce = (event: ServerSentEvent): string => {
  const text = spelled.get(event) ?? spell(event);
  spelled.set(event, text);
  return text;
};

/** Writes to one listener, unless it has left too much unread, or nothing of it has been read since the last heartbeat. */
class Listener {
  #takenAtLastBeat = -1;

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
    const taken = this.#taken;
    if (this.response.writableLength > 0 && taken === this.#takenAtLastBeat) this.response.destroy();
    else this.write(': still here\n\n');
    this.#takenAtLastBeat = taken;
  }

  /** Octets that have left this process. */
  get #taken(): number {
    const { socket } = this.response;
    return (socket?.bytesWritten ?? 0) - (socket?.writableLength ?? 0);
  }
}

/**
 * An answer that stays open; who opens it sees to the heartbeats. `opened` is called with the stream and returns what is
 * to be done once it is over. What is sent first may be longer than the limit of what is left unread.
 */
export const openStream = (opened: (stream: OpenStream) => () => void, unreadLimit = usualUnreadLimit): HttpReply => ({
  status: 200,
  headers: { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' },
  body: (response) => {
    const listener = new Listener(response, unreadLimit);
    response.flushHeaders();
    const closed = opened({
      send: (events) => {
        if (events.length > 0) listener.write(events.map(spellOnce).join(''));
      },
      beat: () => {
        listener.beat();
      },
      end: () => {
        response.end();
      },
    });
    // A listener that says no more may still listen as far as TCP is concerned; here it means that it has gone.
    response.socket?.once('end', () => response.end());
    response.once('close', closed);
  },
});

/** An answer that stays open, with heartbeats. */
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
