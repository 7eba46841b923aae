// The event stream of a studio's calls, for operators who watch them. It ends when they may no longer see the studio.
import * as E from 'fp-ts/lib/Either.js';
import type { CallRelay } from '../../../../application/console/sync/call-relay.js';
import { mayEndSessions } from '../../../../application/console/changes/feed-messages.js';
import { studioNotFound } from '../../../../domain/console/failure.js';
import type { OperatorRoles } from '../../../../domain/console/operator.js';
import { maySee } from '../../../../domain/console/requirement.js';
import { mustEnrol } from '../../../../domain/console/second-factor-policy.js';
import type { ConsoleStore } from '../../../../application/ports/console-store.js';
import { eventStream } from '../../server/event-stream.js';
import type { HttpReply } from '../../server/reply.js';
import type { HttpRequest } from '../../server/request.js';
import type { Handler } from '../../server/server.js';
import { forOperators, signedInOperator, type OperatorLookupDeps } from '../guard/operator-lookup.js';
import { byMethodWithoutHead } from './methods.js';
import { failureReply } from './replies.js';

/** The dependencies of the stream. */
export interface CallRoutesDeps extends OperatorLookupDeps {
  readonly store: Pick<ConsoleStore, 'syncStatuses' | 'watch'>;
  readonly callRelay: CallRelay;
}

/** How often it is checked whether the operator may still watch, in milliseconds. */
const recheckMs = 15_000;

const isKnown = async ({ store }: CallRoutesDeps, id: string): Promise<boolean> =>
  (await store.syncStatuses([id])).length > 0;

const mayWatch = async (deps: CallRoutesDeps, operator: OperatorRoles, id: string): Promise<boolean> =>
  maySee(operator, id) && (await isKnown(deps, id));

const stream = (deps: CallRoutesDeps, request: HttpRequest, id: string): HttpReply => {
  const isStillAllowed = async (): Promise<boolean> => {
    const caller = await signedInOperator(deps, request, 'background');
    if (E.isLeft(caller) || mustEnrol(deps.policy, caller.right.operator)) return false;
    return mayWatch(deps, caller.right.operator, id);
  };
  return eventStream(({ send, end }) => {
    // A store that can't be reached ends nothing.
    const recheck = (): void => {
      void isStillAllowed().then(
        (allowed) => {
          if (!allowed) end();
        },
        () => undefined,
      );
    };
    const timer = setInterval(recheck, recheckMs);
    const stopWatching = deps.store.watch((event) => {
      if (mayEndSessions(event)) recheck();
    });
    const stop = deps.callRelay.watch(id, { send, end });
    return () => {
      clearInterval(timer);
      stopWatching();
      stop();
    };
  });
};

/** The route of the stream. */
export const callRoutes = (deps: CallRoutesDeps): readonly (readonly [string, Handler])[] => {
  const follow = forOperators(
    deps,
    async (request, { operator }) => {
      const id = request.pathParameters.get('id')?.[0] ?? '';
      return (await mayWatch(deps, operator, id)) ? stream(deps, request, id) : failureReply(studioNotFound(id));
    },
    'background',
  );
  return [['/api/studios/:id/calls', byMethodWithoutHead({ GET: follow })]];
};
