// The events of a studio: sends every change of its state to the streams whose callers may see it.
import * as E from 'fp-ts/lib/Either.js';
import type { AccessPolicy } from '../../domain/access/access-policy.js';
import { utcTime } from '../../domain/codec/utc-time.js';
import type { Failure } from '../../domain/failure.js';
import type { CallContext, StreamListener, EventSubscription, StreamedEvent } from '../api/operation.js';
import type { CurrentAccess } from '../ports/current-access.js';
import type { Clock } from '../ports/clock.js';
import type { Secrets } from '../ports/secrets.js';
import { changeNotifier } from './change-notifier.js';
import type { Watch } from '../ports/watch.js';
import { watchChanges } from './changes.js';
import { watchClipEndings, type ClipEnding } from './clip-endings.js';
import { history } from './history.js';
import { clipEndingName, outputSource, sources, type Source, type SourcePorts } from './sources.js';
import { streamOwner, Stream, type ResetReason } from './stream.js';
import { tooManyStreams, streams, type Streams } from './streams.js';
import { viewOf, type StudioEvent, type View } from './view.js';

/** What the events use. */
export interface EventsDeps extends SourcePorts {
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, 'id'>;
  readonly access: CurrentAccess & { readonly watch: Watch<AccessPolicy> };
}

/** The events of a running service. */
export interface Events {
  /** Returns the stream a caller may subscribe to, or `conflict` if it has too many open streams (EVENT-4). */
  readonly subscription: (context: CallContext) => E.Either<Failure, EventSubscription>;
  /** Returns the number of open streams. */
  readonly streams: () => number;
  /** Reports every event. */
  readonly watch: Watch<StudioEvent>;
  /** Ends every stream and reports nothing more. Called when the service stops. */
  readonly end: () => void;
}

/** Number of events that are kept for clients that reconnect. */
const historySize = 1_000;

/** Length of a run's id, in characters: long enough that no two runs share one. */
const runIdLength = 8;

/** An event before it is logged. */
interface LoggedEvent extends Pick<StudioEvent, 'feature' | 'station'> {
  readonly name: string;
  /** Its data, besides the time. */
  readonly data: object;
}

const changeEvent = ({ name, feature, stationOf }: Source, id: string, record: unknown): LoggedEvent => ({
  name,
  feature,
  station: stationOf(id),
  data: { [name]: record },
});

/** The event `clip.ending`: the output's record, and the id of the scene (CLIP-TIME-7). */
const endingEvent = ({ record, feature }: Source, { output, scene }: ClipEnding): LoggedEvent => ({
  name: clipEndingName,
  feature,
  station: null,
  data: { output: record(output), scene },
});

/** Creates events and keeps the last ones. */
const eventLog = ({ clock, secrets, studio }: EventsDeps) => {
  const past = history<StudioEvent>(secrets.id().slice(0, runIdLength), historySize);
  const time = (): string => utcTime(clock.now());
  return {
    add: ({ name, feature, station, data }: LoggedEvent): StudioEvent =>
      past.add((id) => ({
        event: { id, event: name, data: { time: time(), ...data } },
        feature,
        station,
        holder: studio.runtime().holder,
      })),
    reset: (reason: ResetReason): StreamedEvent => ({
      id: past.newest(),
      event: 'reset',
      data: { time: time(), reason },
    }),
    /** Makes every stream that resumes start with a reset. */
    forget: past.forget,
    missedBy: ({ streamRequest }: CallContext) =>
      streamRequest?.lastEventId === undefined ? undefined : past.after(streamRequest.lastEventId),
    lastVisible: ({ sees }: View): string => past.entries().findLast(sees)?.event.id ?? '',
  };
};

interface EventTargets {
  readonly log: ReturnType<typeof eventLog>;
  readonly open: Streams;
  readonly notify: (event: StudioEvent) => void;
}

/**
 * Reports every change of a record. A record that a layout no longer has makes no event: streams that could show it are
 * reset (RELOAD-5). Returns a function that stops the reports.
 */
const followRecords = (deps: EventsDeps, { log, open, notify }: EventTargets): (() => void) => {
  const records = watchChanges(sources(deps), (...change) => {
    notify(log.add(changeEvent(...change)));
  });
  const unsubscribe = deps.studio.watchLayout(() => {
    const { holder } = deps.studio.runtime();
    const removed = records.compareLayouts();
    if (removed.length > 0) log.forget();
    open.reset(removed.map((record) => ({ ...record, holder })));
    open.reauthorize();
    records.reportChanges();
  });
  return () => {
    records.stop();
    unsubscribe();
  };
};

/** Returns the studio's events from now on. */
export const events = (deps: EventsDeps): Events => {
  const { clock, access, studio } = deps;
  const log = eventLog(deps);
  const open = streams();
  const outputs = outputSource(deps);
  const { watch, notify } = changeNotifier<StudioEvent>();
  const streamDeps = { clock, reset: log.reset, viewOf: (caller: CallContext['caller']) => viewOf(deps, caller) };

  const onAccessChange = (): void => {
    log.forget();
    open.reauthorize();
  };

  const subscribe = (context: CallContext, listener: StreamListener): (() => void) => {
    const stream = new Stream(context, listener, streamDeps);
    if (open.open(stream)) stream.begin(log.missedBy(context));
    return () => {
      open.close(stream);
    };
  };

  const subscription: Events['subscription'] = (context) => {
    if (context.streamRequest && open.isFull(streamOwner(context))) return E.left(tooManyStreams);
    return E.right({
      plain: log.lastVisible(viewOf(deps, context.caller)),
      subscribe: (listener) => subscribe(context, listener),
    });
  };

  const unsubscribes = [
    followRecords(deps, { log, open, notify }),
    // After the changes: a clip that starts shortly before its end is shown before its end is.
    watchClipEndings(deps, (ending) => {
      notify(log.add(endingEvent(outputs, ending)));
    }),
    watch(open.send),
    studio.watch(({ before, now }) => {
      if (before.holder !== now.holder) onAccessChange();
    }),
    access.watch(onAccessChange),
  ];

  const end = (): void => {
    for (const unsubscribe of unsubscribes) unsubscribe();
    open.endAll();
  };

  return { watch, streams: open.count, subscription, end };
};
