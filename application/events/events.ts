// The events of a studio: sends every change of its state to the streams whose callers may see it.
import * as E from 'fp-ts/lib/Either.js';
import type { AccessPolicy } from '../../domain/access/access-policy.js';
import { isEqual } from '../../domain/codec/equality.js';
import type { Failure } from '../../domain/failure.js';
import type { Alarms } from '../alarms/alarms.js';
import type { CallContext, EventSubscription } from '../api/operation.js';
import type { CurrentAccess } from '../ports/current-access.js';
import type { Clock } from '../ports/clock.js';
import type { Secrets } from '../ports/secrets.js';
import { changeNotifier, type Watch } from '../ports/watch.js';
import { watchChanges } from './changes.js';
import { watchClipEndings } from '../state/clip-endings.js';
import { alarmEvent, changeEvent, endingEvent, eventLog, type EventLog } from './event-log.js';
import { snapshotOf, type SnapshotPorts } from './snapshot.js';
import { outputSource, sources } from './sources.js';
import type { StateRecords } from './state-parts.js';
import { defaultHeartbeatMs, streamOwner, Stream, type StreamDeps } from './stream.js';
import { tooManyStreams, streams, type Streams } from './streams.js';
import { hiddenTypes, limitedTo, viewOf, type ChosenTypes, type StudioEvent } from './view.js';

export interface EventsDeps extends SnapshotPorts {
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, 'id'>;
  readonly alarms: Pick<Alarms, 'watch'>;
  readonly access: CurrentAccess & { readonly watch: Watch<AccessPolicy> };
}

/** What a caller wants of a stream. */
export interface StreamChoice {
  /** The types of events that it is limited to; undefined for all (EVENT-7). */
  readonly types: ChosenTypes | undefined;
  /** Whether it begins with all records (EVENT-8). */
  readonly withRecords: boolean;
  /** The interval of heartbeats in milliseconds; 15 seconds if it is absent (EVENT-10). */
  readonly heartbeatMs?: number | undefined;
}

/** The whole state, and the id of the last event before it. */
export interface State extends StateRecords {
  readonly lastEventId: string;
}

/** The events of a running service. */
export interface Events {
  /**
   * Returns the stream a caller may subscribe to. Fails with `conflict` if it has too many open streams (EVENT-4), and with
   * `forbidden` or `feature_disabled` if it may see none of the types that it has chosen (EVENT-12).
   */
  readonly subscription: (context: CallContext, choice: StreamChoice) => E.Either<Failure, EventSubscription>;
  /** Returns what a caller may read now. A stream after `lastEventId` has every later change, and none before (STATE-3). */
  readonly state: (caller: CallContext['caller']) => State;
  /** Returns the number of open streams. */
  readonly streams: () => number;
  /** Reports every event. */
  readonly watch: Watch<StudioEvent>;
  /** Ends every stream and reports nothing more. Called when the service stops. */
  readonly end: () => void;
}

/** Returns what streams of one choice use. */
const streamDeps = (
  deps: EventsDeps,
  log: EventLog,
  { types, withRecords, heartbeatMs = defaultHeartbeatMs }: StreamChoice,
): StreamDeps => ({
  clock: deps.clock,
  heartbeatMs,
  viewOf: (caller) => limitedTo(types, viewOf(deps, caller)),
  hidden: (caller) => (types === undefined ? [] : hiddenLines(hiddenTypes(deps, caller, types))),
  restart: (reason, caller) =>
    withRecords ? log.restart('state', reason, snapshotOf(deps, caller, types)) : log.restart('reset', reason),
});

/** Returns a line for each type that a caller has chosen and may not see. */
const hiddenLines = (hidden: ReadonlyMap<string, Failure>): readonly string[] =>
  [...hidden].map(([name, { message }]) => `not sent: ${name}: ${message}`);

/** Returns why a caller may see none of the types that it has chosen. What another caller might see comes first. */
const refusalOf = (deps: EventsDeps, { caller }: CallContext, { types }: StreamChoice): Failure | undefined => {
  if (types === undefined) return undefined;
  const reasons = [...hiddenTypes(deps, caller, types).values()];
  return reasons.length < types.size ? undefined : (reasons.find(({ code }) => code === 'forbidden') ?? reasons[0]);
};

const stateFor = (deps: EventsDeps, log: EventLog, caller: CallContext['caller']): State => ({
  lastEventId: log.lastVisible(viewOf(deps, caller)) || log.newest(),
  ...snapshotOf(deps, caller),
});

const subscriptionTo =
  (deps: EventsDeps, log: EventLog, open: Streams): Events['subscription'] =>
  (context, choice) => {
    const refusal = refusalOf(deps, context, choice);
    if (refusal !== undefined) return E.left(refusal);
    if (context.streamRequest && open.isFull(streamOwner(context))) return E.left(tooManyStreams);
    return E.right({
      plain: log.lastVisible(limitedTo(choice.types, viewOf(deps, context.caller))),
      subscribe: (listener) => {
        const stream = new Stream(context, listener, streamDeps(deps, log, choice));
        if (open.open(stream)) stream.begin(log.missedBy(context));
        return () => {
          open.close(stream);
        };
      },
    });
  };

interface EventTargets {
  readonly log: EventLog;
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
  const unsubscribe = deps.studio.watchLayout(({ before, now }) => {
    const { holder } = deps.studio.runtime();
    const removed = records.compareLayouts();
    if (removed.length > 0) log.forget();
    open.reset(removed.map((record) => ({ ...record, holder })));
    open.reauthorize();
    // What no record shows.
    if (!isEqual(before.panels, now.panels) || before.timezone !== now.timezone) {
      log.forget();
      open.restart();
    }
    records.reportChanges();
  });
  return () => {
    records.stop();
    unsubscribe();
  };
};

/** Returns the studio's events from now on. */
export const events = (deps: EventsDeps): Events => {
  const { access, studio } = deps;
  const log = eventLog(deps);
  const open = streams();
  const outputs = outputSource(deps);
  const { watch, notify } = changeNotifier<StudioEvent>();

  const onAccessChange = (): void => {
    log.forget();
    open.reauthorize();
  };

  const unsubscribes = [
    followRecords(deps, { log, open, notify }),
    // After the changes: a clip that starts shortly before its end is shown before its end is.
    watchClipEndings(deps, (ending) => {
      notify(log.add(endingEvent(outputs, ending)));
    }),
    deps.alarms.watch((alarm) => {
      notify(log.add(alarmEvent(studio, alarm)));
    }),
    watch(open.send),
    studio.watch(({ before, now }) => {
      if (before.holder !== now.holder) onAccessChange();
    }),
    access.watch(onAccessChange),
  ];

  return {
    watch,
    streams: open.count,
    subscription: subscriptionTo(deps, log, open),
    state: (caller) => stateFor(deps, log, caller),
    end: () => {
      for (const unsubscribe of unsubscribes) unsubscribe();
      open.endAll();
    },
  };
};
