// The event stream for open pages of the console. It ends when the operator is no longer signed in.
import type { ChangeFeed } from '../../../../application/console/changes/change-feed.js';
import type { OperatorRoles } from '../../../../domain/console/operator.js';
import type { HttpReply } from '../../server/reply.js';
import type { HttpRequest } from '../../server/request.js';
import type { Handler } from '../../server/server.js';
import { byMethodWithoutHead } from './methods.js';
import { forOperators, type OperatorLookupDeps } from '../guard/operator-lookup.js';
import type { OperatorStreams } from '../guard/operator-streams.js';

/** The dependencies of the event stream. */
export interface EventRoutesDeps extends OperatorLookupDeps {
  readonly changeFeed: ChangeFeed;
  readonly streams: OperatorStreams;
}

/** How often the sign-in is checked again, milliseconds. */
const recheckMs = 15_000;

/** The stream begins with all studios: 2.5 MB for ten thousand of them. Octets. */
const unreadLimit = 16 * 1_048_576;

const stream = (deps: EventRoutesDeps, request: HttpRequest, operator: OperatorRoles): HttpReply =>
  deps.streams.open(
    operator,
    ({ send, end }) => {
      const currentOperator = () => deps.streams.operatorOf(request);
      // A session that expires, or is idle for too long, sends no notice. A store that can't be reached ends nothing.
      const recheck = (): void => {
        void currentOperator().then(
          (current) => {
            if (current === undefined) end();
          },
          () => undefined,
        );
      };
      const timer = setInterval(recheck, recheckMs);
      const studiosTogether = request.query.get('studios')?.includes('together') ?? false;
      const unsubscribe = deps.changeFeed.subscribe({ send, studiosTogether, currentOperator, end }, operator);
      return () => {
        clearInterval(timer);
        unsubscribe();
      };
    },
    unreadLimit,
  );

/** The route of the event stream. */
export const eventRoutes = (deps: EventRoutesDeps): readonly (readonly [string, Handler])[] => {
  const follow = forOperators(deps, (request, { operator }) => stream(deps, request, operator), 'background');
  // HEAD is not accepted: it would keep a stream open that sends nothing.
  return [['/api/events', byMethodWithoutHead({ GET: follow })]];
};
