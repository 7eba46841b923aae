// What operators who have the page open hear of: server-sent events for as long as they are signed in.
import * as E from 'fp-ts/lib/Either.js';
import type { ChangeFeed } from '../../../../application/console/changes/change-feed.js';
import { eventStream, type EventStream } from '../../server/event-stream.js';
import type { HttpReply } from '../../server/reply.js';
import type { HttpRequest } from '../../server/request.js';
import type { Handler } from '../../server/server.js';
import { byMethodAlone } from './methods.js';
import { forOperators, operatorOf, type OperatorLookupDeps } from '../guard/operator.js';

/** What the stream of events needs. */
export interface EventRoutesDeps extends OperatorLookupDeps {
  readonly newsroom: ChangeFeed;
}

/** How often it is looked whether whoever listens is still signed in, milliseconds. */
const recheckMs = 15_000;

/** Ends a stream once nobody is signed in who could listen; while the store is away, nobody is signed out. */
const rechecking =
  (needs: EventRoutesDeps, request: HttpRequest, { end }: EventStream) =>
  () => {
    void operatorOf(needs, request).then(
      (operator) => {
        if (E.isLeft(operator)) end();
      },
      () => undefined,
    );
  };

/** It begins with all studios at once: two and a half megabytes for ten thousand of them. */
const unreadLimit = 16 * 1_048_576;

const stream = (needs: EventRoutesDeps, request: HttpRequest): HttpReply =>
  eventStream((opened) => {
    const recheck = rechecking(needs, request, opened);
    const timer = setInterval(recheck, recheckMs);
    const leave = needs.newsroom.subscribe({ send: opened.send, recheck, end: opened.end });
    return () => {
      clearInterval(timer);
      leave();
    };
  }, unreadLimit);

/** The route of the events. */
export const eventRoutes = (needs: EventRoutesDeps): readonly (readonly [string, Handler])[] => [
  // A HEAD would stay open for ever without anything to hear.
  ['/api/events', byMethodAlone({ GET: forOperators(needs, (request) => stream(needs, request)) })],
];
