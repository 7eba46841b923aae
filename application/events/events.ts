// The events of a studio: every change of its state is told to all who follow and may see it.
import * as E from 'fp-ts/lib/Either.js';
import type { Enforcement } from '../../domain/access/enforcement.js';
import type { Failure } from '../../domain/failure.js';
import type { Context, Follower, Following, StreamedEvent } from '../operation.js';
import type { AccessInForce, Clock, Secrets } from '../ports.js';
import { watchers, type Watch } from '../watch.js';
import { watchChanges } from './changes.js';
import { history } from './history.js';
import { sources, type Source, type SourcePorts } from './sources.js';
import { seatOf, Stream, type ResetReason } from './stream.js';
import { noPlace, streams } from './streams.js';
import { viewOf, type Happening, type View } from './view.js';

/** What the events need. */
export interface EventsNeeds extends SourcePorts {
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, 'id'>;
  readonly access: AccessInForce & { readonly watch: Watch<Enforcement> };
}

/** The events of a running service. */
export interface Events {
  /** What a caller may follow; `conflict` where it would listen and has as many streams as there may be. */
  readonly following: (context: Context) => E.Either<Failure, Following>;
  /** How many streams are open. */
  readonly streams: () => number;
  /** Tells everything that happens. */
  readonly watch: Watch<Happening>;
  /** Ends every stream and tells nothing more: the service has to stop. */
  readonly end: () => void;
}

/** How many events are kept for those who come back. */
const mostKept = 1_000;

/** Digits of a run's name: enough that no other run has the same. */
const runLength = 8;

/** What has happened, as it is told. */
const chronicle = ({ clock, secrets, studio }: EventsNeeds) => {
  const past = history<Happening>(secrets.id().slice(0, runLength), mostKept);
  const time = (): string => new Date(clock.now()).toISOString();
  return {
    add: ({ name, feature, stationOf }: Source, recordId: string, record: unknown): Happening =>
      past.add((id) => ({
        event: { id, event: name, data: { time: time(), [name]: record } },
        ...{ feature, station: stationOf(recordId), holder: studio.present().holder },
      })),
    reset: (reason: ResetReason): StreamedEvent => ({
      ...{ id: past.newest(), event: 'reset', data: { time: time(), reason } },
    }),
    /** Nobody can go on from before. */
    forget: past.forget,
    missedBy: ({ listening }: Context) => (listening?.seen === undefined ? undefined : past.after(listening.seen)),
    lastSeenBy: ({ sees }: View): string => past.kept().findLast(sees)?.event.id ?? '',
  };
};

/** Tells from now on of every change. */
export const events = (needs: EventsNeeds): Events => {
  const { clock, access, studio } = needs;
  const past = chronicle(needs);
  const open = streams();
  const { watch, tell } = watchers<Happening>();
  const streamNeeds = { clock, reset: past.reset, viewOf: (caller: Context['caller']) => viewOf(needs, caller) };

  /** What callers may see has changed. */
  const turn = (): void => {
    past.forget();
    open.judgeAnew();
  };

  const follow = (context: Context, follower: Follower): (() => void) => {
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
      context.listening && open.isFull(seatOf(context))
        ? E.left(noPlace)
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
