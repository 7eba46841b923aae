// The events of a studio: every change of its state is told to all who follow and may see it.
import * as E from 'fp-ts/lib/Either.js';
import type { AccessPolicy } from '../../domain/access/access-policy.js';
import type { Failure } from '../../domain/failure.js';
import type { CallContext, StreamListener, EventSubscription, StreamedEvent } from '../api/operation.js';
import type { CurrentAccess } from '../ports/current-access.js';
import type { Clock } from '../ports/clock.js';
import type { Secrets } from '../ports/secrets.js';
import { changeNotifier } from './change-notifier.js';
import type { Watch } from '../ports/watch.js';
import { watchChanges } from './changes.js';
import { history } from './history.js';
import { sources, type Source, type SourcePorts } from './sources.js';
import { streamOwner, Stream, type ResetReason } from './stream.js';
import { tooManyStreams, streams } from './streams.js';
import { viewOf, type StudioEvent, type View } from './view.js';

/** What the events need. */
export interface EventsDeps extends SourcePorts {
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, 'id'>;
  readonly access: CurrentAccess & { readonly watch: Watch<AccessPolicy> };
}

/** The events of a running service. */
export interface Events {
  /** What a caller may follow; `conflict` where it would listen and has as many streams as there may be. */
  readonly following: (context: CallContext) => E.Either<Failure, EventSubscription>;
  /** How many streams are open. */
  readonly streams: () => number;
  /** Tells everything that happens. */
  readonly watch: Watch<StudioEvent>;
  /** Ends every stream and tells nothing more: the service has to stop. */
  readonly end: () => void;
}

/** How many events are kept for those who come back. */
const mostKept = 1_000;

/** Digits of a run's name: enough that no other run has the same. */
const runLength = 8;

/** What has happened, as it is told. */
const chronicle = ({ clock, secrets, studio }: EventsDeps) => {
  const past = history<StudioEvent>(secrets.id().slice(0, runLength), mostKept);
  const time = (): string => new Date(clock.now()).toISOString();
  return {
    add: ({ name, feature, stationOf }: Source, recordId: string, record: unknown): StudioEvent =>
      past.add((id) => ({
        event: { id, event: name, data: { time: time(), [name]: record } },
        ...{ feature, station: stationOf(recordId), holder: studio.runtime().holder },
      })),
    reset: (reason: ResetReason): StreamedEvent => ({
      ...{ id: past.newest(), event: 'reset', data: { time: time(), reason } },
    }),
    /** Nobody can go on from before. */
    forget: past.forget,
    missedBy: ({ listening }: CallContext) => (listening?.seen === undefined ? undefined : past.after(listening.seen)),
    lastSeenBy: ({ sees }: View): string => past.kept().findLast(sees)?.event.id ?? '',
  };
};

/** Tells from now on of every change. */
export const events = (needs: EventsDeps): Events => {
  const { clock, access, studio } = needs;
  const past = chronicle(needs);
  const open = streams();
  const { watch, notify: tell } = changeNotifier<StudioEvent>();
  const streamNeeds = { clock, reset: past.reset, viewOf: (caller: CallContext['caller']) => viewOf(needs, caller) };

  /** What callers may see has changed. */
  const turn = (): void => {
    past.forget();
    open.judgeAnew();
  };

  const follow = (context: CallContext, follower: StreamListener): (() => void) => {
    const stream = new Stream(context, follower, streamNeeds);
    if (open.open(stream)) stream.begin(past.missedBy(context));
    return () => {
      open.close(stream);
    };
  };

  const stops = [
    watchChanges(sources(needs), (...change) => {
      tell(past.add(...change));
    }),
    watch(open.tell),
    studio.watch(({ before, now }) => {
      if (before.holder !== now.holder) turn();
    }),
    access.watch(turn),
  ];

  return {
    watch,
    streams: open.count,
    following: (context) =>
      context.listening && open.isFull(streamOwner(context))
        ? E.left(tooManyStreams)
        : E.right({
            plain: past.lastSeenBy(viewOf(needs, context.caller)),
            follow: (follower) => follow(context, follower),
          }),
    end: () => {
      for (const stop of stops) stop();
      open.endAll();
    },
  };
};
