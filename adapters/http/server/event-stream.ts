// Server-sent events: one stream to one listener, with heartbeats, and an end for listeners that don't keep up.
import type { ServerResponse } from 'node:http';
import type { HttpReply } from './reply.js';

/** One event; `data` is sent as JSON. */
export interface ServerSentEvent {
  readonly id?: string;
  readonly event: string;
  readonly data: unknown;
}

/** A stream that is open. */
export interface EventStream {
  readonly send: (event: ServerSentEvent) => void;
  readonly end: () => void;
}

/** A listener that leaves this many octets unread is dropped. */
const unreadLimit = 1_048_576;

/** Comments that keep the way open and let both ends notice when it isn't, milliseconds apart. */
const heartbeatMs = 15_000;

const spell = ({ id, event, data }: ServerSentEvent): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

const write = (response: ServerResponse, text: string): void => {
  if (response.writableLength > unreadLimit) response.destroy();
  else if (!response.writableEnded) response.write(text);
};

/** An answer that stays open. `opened` is called with the stream and returns what is to be done once it is over. */
export const eventStream = (opened: (stream: EventStream) => () => void): HttpReply => ({
  status: 200,
  headers: { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' },
  body: (response) => {
    const heartbeat = setInterval(() => {
      write(response, ': still here\n\n');
    }, heartbeatMs);
    response.flushHeaders();
    const closed = opened({
      send: (event) => {
        write(response, spell(event));
      },
      end: () => {
        response.end();
      },
    });
    // A listener that says no more may still listen as far as TCP is concerned; here it means that it has gone.
    response.socket?.once('end', () => response.end());
    response.once('close', () => {
      clearInterval(heartbeat);
      closed();
    });
  },
});
