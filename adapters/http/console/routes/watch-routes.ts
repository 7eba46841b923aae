// The event streams of what operators watch of a studio: its calls, and what it is doing. They end when the operator may no
// longer see the studio.
import * as E from 'fp-ts/lib/Either.js';
import { mayEndSessions } from '../../../../application/console/changes/feed-messages.js';
import type { Watcher, WatchRelay } from '../../../../application/console/sync/watch-relay.js';
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
import type { WatchRelays } from './sync-routes.js';

/** The dependencies of the streams. */
export interface WatchRoutesDeps extends OperatorLookupDeps {
  readonly store: Pick<ConsoleStore, 'syncStatuses' | 'watch'>;
  readonly relays: WatchRelays;
}

/** How often it is checked whether the operator may still watch, in milliseconds. */
const recheckMs = 15_000;

/** Returns whether a studio exists. */
type IsKnown = (id: string) => Promise<boolean>;

/** Reads whether studios exist. Operators who watch the same studio ask at the same time, and share one read. */
const sharedReads = ({ store }: Pick<WatchRoutesDeps, 'store'>): IsKnown => {
  const reads = new Map<string, Promise<boolean>>();
  const read = async (id: string): Promise<boolean> => (await store.syncStatuses([id])).length > 0;
  return (id) => {
    const shared = reads.get(id) ?? read(id).finally(() => reads.delete(id));
    reads.set(id, shared);
    return shared;
  };
};

/** What the streams use: the dependencies, and the shared reads. */
type StreamDeps = WatchRoutesDeps & { readonly isKnown: IsKnown };

const mayWatch = async ({ isKnown }: StreamDeps, operator: OperatorRoles, id: string): Promise<boolean> =>
  maySee(operator, id) && (await isKnown(id));

type Watch = (watcher: Watcher<unknown>) => () => void;

const stream = (deps: StreamDeps, request: HttpRequest, id: string, watch: Watch): HttpReply => {
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
    const stop = watch({ send, end });
    return () => {
      clearInterval(timer);
      stopWatching();
      stop();
    };
  });
};

/** Returns the handler of a relay's stream. */
const follow = <Data>(deps: StreamDeps, relay: WatchRelay<Data>): Handler =>
  forOperators(
    deps,
    async (request, { operator }) => {
      const id = request.pathParameters.get('id')?.[0] ?? '';
      if (!(await mayWatch(deps, operator, id))) return failureReply(studioNotFound(id));
      return stream(deps, request, id, (watcher) => relay.watch(id, watcher));
    },
    'background',
  );

/** The routes of the streams. */
export const watchRoutes = (deps: WatchRoutesDeps): readonly (readonly [string, Handler])[] => {
  const { calls, state } = deps.relays;
  const shared = { ...deps, isKnown: sharedReads(deps) };
  return [
    ['/api/studios/:id/calls', byMethodWithoutHead({ GET: follow(shared, calls) })],
    ['/api/studios/:id/state', byMethodWithoutHead({ GET: follow(shared, state) })],
  ];
};
