// The event streams of operators: changes at all console processes, the calls of a studio, and what it is doing.
import * as E from 'fp-ts/lib/Either.js';
import { described } from '../../../domain/codec/codec.js';
import { studioNotFound } from '../../../domain/console/failure.js';
import { inStudio, maySee, signedIn } from '../../../domain/console/requirement.js';
import type { WatchTopic } from '../../../domain/console/service-sends.js';
import { anyText, optional } from '../../api/parameters.js';
import type { ChangeFeed } from '../changes/change-feed.js';
import { mayEndSessions } from '../changes/feed-messages.js';
import type { ConsoleServices } from '../console-services.js';
import type { WatchRelays } from '../sync/watch-relay.js';
import { endpoint, type OpenedStream } from './endpoint.js';
import { studioParameter } from './studio-access.js';

/** The services of the streams. */
export interface StreamPorts {
  readonly store: Pick<ConsoleServices['store'], 'watch'>;
  readonly changeFeed: ChangeFeed;
  readonly relays: WatchRelays;
  /** Returns whether a studio exists. */
  readonly isKnown: (studioId: string) => Promise<boolean>;
}

/** Whether the studios come together. */
const studiosTogether = described(optional(anyText), {
  description: 'With `together`, the stream begins with one event `studios` instead of an event `studio` for each',
});

/** The stream begins with all studios: 2.5 MB for ten thousand of them. Octets. */
const unreadLimit = 16 * 1_048_576;

const stream = { intent: 'read', responds: 'events' } as const;

export const followChanges = endpoint({
  ...stream,
  name: 'event.follow',
  summary:
    'Follow changes at all console processes: the events `studio`, `changed` and `removed`. The stream begins with all studios',
  requires: signedIn,
  path: '/events',
  query: { studios: studiosTogether },
  run: ({ changeFeed }: Pick<StreamPorts, 'changeFeed'>, { studios }, { operator }) =>
    Promise.resolve(
      E.right({
        value: {
          unreadLimit,
          open: ({ send, end, currentOperator }) =>
            changeFeed.subscribe({ send, end, currentOperator, studiosTogether: studios === 'together' }, operator),
        },
      }),
    ),
});

/** Follows a topic of a studio, until the operator may no longer see the studio. */
const watch = async ({ store, relays, isKnown }: StreamPorts, id: string, topic: WatchTopic) => {
  if (!(await isKnown(id))) return E.left(studioNotFound(id));
  return E.right({
    value: {
      mayFollow: async (operator: Parameters<typeof maySee>[0]) => maySee(operator, id) && (await isKnown(id)),
      open: ({ send, end, recheck }: OpenedStream) => {
        const stopWatching = store.watch((event) => {
          if (mayEndSessions(event)) recheck();
        });
        const stop = relays[topic].watch(id, { send, end });
        return () => {
          stopWatching();
          stop();
        };
      },
    },
  });
};

const watched = { ...stream, requires: inStudio('viewer'), params: studioParameter } as const;

export const followCalls = endpoint({
  ...watched,
  name: 'event.calls',
  summary:
    "Follow the calls of a studio's service as they are answered: the events `service` and `calls`. The service sends them only while somebody follows",
  path: '/studios/:id/calls',
  run: (ports: StreamPorts, { id }) => watch(ports, id, 'calls'),
});

export const followState = endpoint({
  ...watched,
  name: 'event.state',
  summary:
    "Follow what a studio is doing: the events `service` and `state`, which has everything that the studio's host may read. The service sends it only while somebody follows: after each change, and at least every 10 seconds",
  path: '/studios/:id/state',
  run: (ports: StreamPorts, { id }) => watch(ports, id, 'state'),
});

export const streamEndpoints = [followChanges, followCalls, followState];
