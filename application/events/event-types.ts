// The types of events: their names, the features that they belong to, and the data that they carry.
import * as t from 'io-ts';
import { dateTime, described, oneOf } from '../../domain/codec/codec.js';
import type { Feature } from '../../domain/feature.js';
import { Output } from '../../domain/studio/output.js';
import { Alarm } from '../alarms/alarm.js';
import type { Codecs } from '../api/parameters.js';
import { recordEvents, type RecordEventName } from './record-events.js';
import { stateFeatures, stateParts } from './state-parts.js';

/** The event that announces the end of a clip. It reports no change. */
export const clipEndingName = 'clip.ending';

/** The event that reports an alarm. */
export const alarmName = 'alarm';

/** One type of event. */
export interface EventType {
  readonly name: string;
  readonly description: string;
  /** The feature that a caller must be allowed to read; null for the events with which a stream begins anew. */
  readonly feature: Feature | null;
  /** The kind of its record, as exact rights name it; absent for what callers with such rights never see. */
  readonly kind?: string;
  readonly data: Codecs;
  /** The features of data fields that are left out while their feature may not be read. */
  readonly fieldFeatures: Readonly<Record<string, Feature>>;
}

const time = described(dateTime, { description: 'When it happened', examples: ['2026-01-31T12:00:00.000Z'] });

const timeZone = described(t.string, { description: "The studio's time zone", examples: ['Europe/Berlin'] });

const recordEvent = ([name, { feature, kind, record }]: readonly [
  string,
  (typeof recordEvents)[RecordEventName],
]): EventType => ({
  name,
  description: `A record has changed; \`${name}\` is the record as its own route returns it`,
  feature,
  kind,
  data: { time, [name]: record },
  fieldFeatures: {},
});

const clipEnding: EventType = {
  name: clipEndingName,
  description: 'A clip is about to end. It comes once before the end, and reports no change',
  feature: 'outputs',
  kind: 'outputs',
  data: { time, output: Output, scene: described(t.string, { description: 'Id of the scene', examples: ['full'] }) },
  fieldFeatures: {},
};

const alarm: EventType = {
  name: alarmName,
  description: 'An alarm was raised, got another message, or was cleared',
  feature: 'system',
  data: { time, alarm: Alarm },
  fieldFeatures: {},
};

/**
 * Why a stream begins anew: it has just begun, missed events are no longer available, or its caller may see other
 * records than before.
 */
export const RestartReason = described(oneOf('begun', 'missed', 'changed'), {
  description:
    '`begun`: the stream is new; `missed`: missed events are no longer available; `changed`: the caller may now see ' +
    'other records',
});
export type RestartReason = t.TypeOf<typeof RestartReason>;

const restartEvents: readonly EventType[] = [
  {
    name: 'reset',
    description: 'The client must read the state again',
    feature: null,
    data: { time, reason: RestartReason },
    fieldFeatures: {},
  },
  {
    name: 'state',
    description:
      'With `records=state`, in place of `reset`: everything that the caller may read, as `state.get` returns it, and ' +
      'the time zone of the studio',
    feature: null,
    data: { time, reason: RestartReason, timeZone, ...stateParts },
    fieldFeatures: stateFeatures,
  },
];

const changeEvents: readonly EventType[] = [...Object.entries(recordEvents).map(recordEvent), clipEnding, alarm];

/** All types of events. */
export const eventTypes: readonly EventType[] = [...changeEvents, ...restartEvents];

/** The events that a caller may choose, by name (EVENT-7). The others belong to every stream. */
export const selectableEvents: ReadonlyMap<string, EventType> = new Map(changeEvents.map((type) => [type.name, type]));
