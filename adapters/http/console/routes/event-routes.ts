// The event stream for open pages of the console. It ends when the operator is no longer signed in.
import * as E from 'fp-ts/lib/Either.js';
import type { ChangeFeed } from '../../../../application/console/changes/change-feed.js';
import { eventStream, type EventStream } from '../../server/event-stream.js';
import type { HttpReply } from '../../server/reply.js';
import type { HttpRequest } from '../../server/request.js';
import type { Handler } from '../../server/server.js';
import { byMethodWithoutHead } from './methods.js';
import { forOperators, operatorOf, type OperatorLookupDeps } from '../guard/operator-lookup.js';

/** The dependencies of the event stream. */
export interface EventRoutesDeps extends OperatorLookupDeps {
  readonly changeFeed: ChangeFeed;
}

/** How often the sign-in is checked again, milliseconds. */
const recheckMs = 15_000;

/** Ends a stream once its operator is not signed in. Keeps it while the store can't be reached. */
const rechecking =
  (deps: EventRoutesDeps, request: HttpRequest, { end }: EventStream) =>
  () => {
    void operatorOf(deps, request).then(
      (operator) => {
        if (E.isLeft(operator)) end();
      },
      () => undefined,
    );
  };

/** The stream begins with all studios: 2.5 MB for ten thousand of them. Octets. */
const unreadLimit = 16 * 1_048_576;

const stream = (deps: EventRoutesDeps, request: HttpRequest): HttpReply =>
  eventStream((opened) => {
    const recheck = rechecking(deps, request, opened);
    const timer = setInterval(recheck, recheckMs);
    const unsubscribe = deps.changeFeed.subscribe({ send: opened.send, recheck, end: opened.end });
    return () => {
      clearInterval(timer);
      unsubscribe();
    };
  }, unreadLimit);

/** The route of the event stream. */
export const eventRoutes = (deps: EventRoutesDeps): readonly (readonly [string, Handler])[] => [
  // HEAD is not accepted: it would keep a stream open that sends nothing.
  ['/api/events', byMethodWithoutHead({ GET: forOperators(deps, (request) => stream(deps, request)) })],
];
