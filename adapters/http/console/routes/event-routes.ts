// The event stream for open pages of the console. It ends when the operator is no longer signed in.
import * as E from 'fp-ts/lib/Either.js';
import type { ChangeFeed } from '../../../../application/console/changes/change-feed.js';
import { eventStream } from '../../server/event-stream.js';
import type { OperatorRoles } from '../../../../domain/console/operator.js';
import { mustEnrol } from '../../../../domain/console/second-factor-policy.js';
import type { HttpReply } from '../../server/reply.js';
import type { HttpRequest } from '../../server/request.js';
import type { Handler } from '../../server/server.js';
import { byMethodWithoutHead } from './methods.js';
import { forOperators, signedInOperator, type OperatorLookupDeps } from '../guard/operator-lookup.js';

/** The dependencies of the event stream. */
export interface EventRoutesDeps extends OperatorLookupDeps {
  readonly changeFeed: ChangeFeed;
}

/** How often the sign-in is checked again, milliseconds. */
const recheckMs = 15_000;

/**
 * Returns the operator of a stream; undefined once they are not signed in, or have to set up a second factor first
 * (SIGN-IN-10). An open stream is no use of the session.
 */
const operatorOf = async (deps: EventRoutesDeps, request: HttpRequest): Promise<OperatorRoles | undefined> => {
  const caller = await signedInOperator(deps, request, 'background');
  if (E.isLeft(caller) || mustEnrol(deps.policy, caller.right.operator)) return undefined;
  return caller.right.operator;
};

/** The stream begins with all studios: 2.5 MB for ten thousand of them. Octets. */
const unreadLimit = 16 * 1_048_576;

const stream = (deps: EventRoutesDeps, request: HttpRequest, operator: OperatorRoles): HttpReply =>
  eventStream(({ send, end }) => {
    const currentOperator = () => operatorOf(deps, request);
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
  }, unreadLimit);

/** The route of the event stream. */
export const eventRoutes = (deps: EventRoutesDeps): readonly (readonly [string, Handler])[] => {
  const follow = forOperators(deps, (request, { operator }) => stream(deps, request, operator), 'background');
  // HEAD is not accepted: it would keep a stream open that sends nothing.
  return [['/api/events', byMethodWithoutHead({ GET: follow })]];
};
