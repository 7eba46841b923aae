// How a stream is told over HTTP: as server-sent events, resumed by the id of the last one that was seen.
import type { EventSubscription, StreamRequest } from '../../../application/api/operation.js';
import { openStream } from '../server/event-stream.js';
import type { HttpReply } from '../server/reply.js';
import type { RequestHead, HttpRequest } from '../server/request.js';

/** A listener that leaves this many octets unread is dropped; what it has missed it is told when it comes back. */
const unreadLimit = 262_144;

/** Whether a caller would listen, and from where on; HEAD doesn't. */
export const listeningOf = ({ method, headers }: HttpRequest): StreamRequest | undefined => {
  const seen = headers['last-event-id'];
  return method === 'GET' ? { lastEventId: typeof seen === 'string' && seen !== '' ? seen : undefined } : undefined;
};

/** A stream as server-sent events. HEAD tells what there would be, and begins nothing. */
export const streamReply = ({ subscribe: follow }: EventSubscription, { method }: RequestHead): HttpReply => {
  const reply = openStream(({ send, beat, end }) => follow({ send: send, sendHeartbeat: beat, end }), unreadLimit);
  return method === 'HEAD' ? { ...reply, body: (response) => response.end() } : reply;
};
