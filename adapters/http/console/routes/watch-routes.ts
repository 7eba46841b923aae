// The event streams of what operators watch of a studio: its calls, and what it is doing. They end when the operator may no
// longer see the studio.
import { mayEndSessions } from '../../../../application/console/changes/feed-messages.js';
import type { Watcher, WatchRelay } from '../../../../application/console/sync/watch-relay.js';
import { studioNotFound } from '../../../../domain/console/failure.js';
import type { OperatorRoles } from '../../../../domain/console/operator.js';
import { maySee } from '../../../../domain/console/requirement.js';
import type { ConsoleStore } from '../../../../application/ports/console-store.js';
import type { HttpReply } from '../../server/reply.js';
import type { HttpRequest } from '../../server/request.js';
import type { Handler } from '../../server/server.js';
import { forOperators, type OperatorLookupDeps } from '../guard/operator-lookup.js';
import { sharedReads, type OperatorStreams } from '../guard/operator-streams.js';
import { byMethodWithoutHead } from './methods.js';
import { failureReply } from './replies.js';
import type { WatchRelays } from './sync-routes.js';

/** The dependencies of the streams. */
export interface WatchRoutesDeps extends OperatorLookupDeps {
  readonly store: Pick<ConsoleStore, 'syncStatuses' | 'watch'>;
  readonly relays: WatchRelays;
  readonly streams: OperatorStreams;
}

/** How often it is checked whether the operator may still watch, in milliseconds. */
const recheckMs = 15_000;

/** Returns whether a studio exists. */
type IsKnown = (id: string) => Promise<boolean>;

/** Reads whether studios exist. Operators who watch the same studio share reads. */
const knownStudios = ({ store }: Pick<WatchRoutesDeps, 'store'>): IsKnown => {
  const share = sharedReads<boolean>();
  return (id) => share(id, async () => (await store.syncStatuses([id])).length > 0);
};

/** What the streams use: the dependencies, and the shared reads. */
type StreamDeps = WatchRoutesDeps & { readonly isKnown: IsKnown };

const mayWatch = async ({ isKnown }: StreamDeps, operator: OperatorRoles, id: string): Promise<boolean> =>
  maySee(operator, id) && (await isKnown(id));

type Watch = (watcher: Watcher<unknown>) => () => void;

/** What is streamed, and to whom. */
interface Watching {
  readonly request: HttpRequest;
  readonly operator: OperatorRoles;
  readonly id: string;
  readonly watch: Watch;
}

const stream = (deps: StreamDeps, { request, operator, id, watch }: Watching): HttpReply => {
  const isStillAllowed = async (): Promise<boolean> => {
    const current = await deps.streams.operatorOf(request);
    return current !== undefined && mayWatch(deps, current, id);
  };
  return deps.streams.open(operator, ({ send, end }) => {
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
      return stream(deps, { request, operator, id, watch: (watcher) => relay.watch(id, watcher) });
    },
    'background',
  );

/** The routes of the streams. */
export const watchRoutes = (deps: WatchRoutesDeps): readonly (readonly [string, Handler])[] => {
  const { calls, state } = deps.relays;
  const shared = { ...deps, isKnown: knownStudios(deps) };
  return [
    ['/api/studios/:id/calls', byMethodWithoutHead({ GET: follow(shared, calls) })],
    ['/api/studios/:id/state', byMethodWithoutHead({ GET: follow(shared, state) })],
  ];
};
