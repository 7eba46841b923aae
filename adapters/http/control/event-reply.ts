// Replies of event streams: server-sent events that resume after `Last-Event-ID` (EVENT-1, EVENT-2).
import type { EventSubscription, StreamRequest } from '../../../application/api/operation.js';
import { openStream } from '../server/event-stream.js';
import type { HttpReply } from '../server/reply.js';
import type { RequestHead, HttpRequest } from '../server/request.js';

/** Unread bytes from which a client is disconnected. It receives what it missed when it reconnects. */
const unreadLimit = 262_144;

/** Returns which stream a request opens: that of GET, after the last event that the client has seen. */
export const streamRequestOf = ({ method, headers }: HttpRequest): StreamRequest | undefined => {
  const seen = headers['last-event-id'];
  return method === 'GET' ? { lastEventId: typeof seen === 'string' && seen !== '' ? seen : undefined } : undefined;
};

/** Returns a stream of server-sent events. HEAD gets the headers and opens no stream. */
export const streamReply = ({ subscribe }: EventSubscription, { method }: RequestHead): HttpReply => {
  const reply = openStream(
    ({ send, comment, beat, end }) => subscribe({ send, sendComment: comment, sendHeartbeat: beat, end }),
    unreadLimit,
  );
  return method === 'HEAD' ? { ...reply, body: (response) => response.end() } : reply;
};
