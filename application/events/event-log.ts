// Creates the events and keeps the last ones, for clients that reconnect.
import { utcTime } from '../../domain/codec/utc-time.js';
import { zoneName } from '../../domain/studio/time-zone.js';
import { featureOf } from '../../domain/studio/alarm-kinds.js';
import type { Alarm } from '../alarms/alarm.js';
import { stationOfAlarm } from '../alarms/alarm-visibility.js';
import type { CallContext, StreamedEvent } from '../api/operation.js';
import type { Clock } from '../ports/clock.js';
import type { Secrets } from '../ports/secrets.js';
import type { StudioState } from '../state/studio-state.js';
import type { ClipEnding } from '../state/clip-endings.js';
import { alarmName, clipEndingName, type RestartReason } from './event-types.js';
import { history } from './history.js';
import type { Source } from './sources.js';
import type { StateRecords } from './state-parts.js';
import type { StudioEvent, View } from './view.js';

export interface EventLogDeps {
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, 'id'>;
  readonly studio: StudioState;
}

/** Number of events that are kept for clients that reconnect. */
const historySize = 1_000;

/** Length of a run's id, in characters: long enough that no two runs share one. */
const runIdLength = 8;

/** An event before it is logged. */
export interface LoggedEvent extends Pick<StudioEvent, 'feature' | 'record' | 'subjectFeature' | 'station'> {
  readonly name: string;
  /** Its data, besides the time. */
  readonly data: object;
  /** The station that counts as the holder when it is decided who sees the event. Default: the holder. */
  readonly holder?: string | null;
}

/** The event of a changed record. */
export const changeEvent = ({ name, feature, kind, stationOf }: Source, id: string, record: unknown): LoggedEvent => ({
  name,
  feature,
  record: { kind, id },
  station: stationOf(id),
  data: { [name]: record },
});

/** The event `clip.ending`: the output's record, and the id of the scene (CLIP-TIME-7). */
export const endingEvent = ({ record, feature, kind }: Source, { output, scene }: ClipEnding): LoggedEvent => ({
  name: clipEndingName,
  feature,
  record: { kind, id: output },
  station: null,
  data: { output: record(output), scene },
});

/**
 * The event `alarm` (ALARM-2). Who holds the studio doesn't matter: the alarm of a station is hidden only from callers that
 * belong to another one.
 */
export const alarmEvent = (studio: Pick<StudioState, 'layout'>, alarm: Alarm): LoggedEvent => {
  const station = stationOfAlarm(studio, alarm);
  const subjectFeature = featureOf(alarm.kind);
  return { name: alarmName, feature: 'system', subjectFeature, station, holder: station, data: { alarm } };
};

/** The log of the events of a running service. */
export interface EventLog {
  readonly add: (event: LoggedEvent) => StudioEvent;
  /** Returns the event with which a stream begins anew. It is none of the studio's events. */
  readonly restart: (event: 'reset' | 'state', reason: RestartReason, records?: StateRecords) => StreamedEvent;
  /** Returns an id after which no event has come yet. */
  readonly newest: () => string;
  /** Makes every stream that resumes begin anew. */
  readonly forget: () => void;
  /** Returns the events that a call has missed; undefined if they are unknown. */
  readonly missedBy: (context: CallContext) => readonly StudioEvent[] | undefined;
  /** Returns the id of the last event in a view; empty for none. */
  readonly lastVisible: (view: View) => string;
}

/** Returns an empty log. */
export const eventLog = ({ clock, secrets, studio }: EventLogDeps): EventLog => {
  const past = history<StudioEvent>(secrets.id().slice(0, runIdLength), historySize);
  const time = (): string => utcTime(clock.now());
  return {
    add: ({ name, data, ...visibility }) =>
      past.add((id) => ({
        event: { id, event: name, data: { time: time(), ...data } },
        name,
        holder: studio.runtime().holder,
        ...visibility,
      })),
    restart: (event, reason, records = {}) => ({
      id: past.newest(),
      event,
      data: {
        time: time(),
        reason,
        ...(event === 'state' && { timeZone: zoneName(studio.layout.timezone) }),
        ...records,
      },
    }),
    newest: past.newest,
    forget: past.forget,
    missedBy: ({ streamRequest }) =>
      streamRequest?.lastEventId === undefined ? undefined : past.after(streamRequest.lastEventId),
    lastVisible: ({ sees }) => past.entries().findLast(sees)?.event.id ?? '',
  };
};
