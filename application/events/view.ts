// Which events a caller may see, by the configuration in force and by the station that holds the studio.
import type { Caller, RefusedDevice } from '../../domain/access/caller.js';
import { limitOf, pinOf } from '../../domain/access/caller.js';
import { limitText, showsRecord } from '../../domain/access/operation-limit.js';
import { readRefusal } from '../../domain/access/permission.js';
import { failure, type Failure } from '../../domain/failure.js';
import { features, type Feature } from '../../domain/feature.js';
import type { StreamedEvent } from '../api/operation.js';
import type { CurrentAccess } from '../ports/current-access.js';
import type { StudioState } from '../state/studio-state.js';
import { mayReadSome, visibleStation } from '../access/visibility.js';
import type { EventType } from './event-types.js';

/** A record, and its kind as exact rights name it. */
export interface RecordOfKind {
  readonly kind: string;
  readonly id: string;
}

/** A change of one record of the studio. */
export interface StudioEvent {
  /** The type of the event. */
  readonly name: string;
  readonly event: StreamedEvent;
  readonly feature: Feature;
  /** The record that has changed; absent if the event is about none that exact rights name. */
  readonly record?: RecordOfKind;
  /** A further feature that the caller must be allowed to read: that of the record which an alarm is about. */
  readonly subjectFeature?: Feature;
  /** The station that the record belongs to; null if it belongs to the studio. */
  readonly station: string | null;
  /** The station that held the studio at the time. */
  readonly holder: string | null;
}

/** What a caller may see now. */
export interface View {
  readonly sees: (
    event: Pick<StudioEvent, 'name' | 'feature' | 'record' | 'subjectFeature' | 'station' | 'holder'>,
  ) => boolean;
  /** Is equal for two views that show the same events. */
  readonly fingerprint: string;
}

interface Ports {
  readonly access: CurrentAccess;
  readonly studio: StudioState;
}

/** Features whose records belong to one station. */
const stationFeatures: readonly Feature[] = ['variables', 'automations'];

/** Returns the view of a caller. */
export const viewOf = ({ access, studio }: Ports, caller: Caller | RefusedDevice | undefined): View => {
  const { configuration } = access.current();
  const limit = limitOf(caller);
  const readable = new Set(features.filter((feature) => mayReadSome(configuration, caller, feature)));
  const stationFor = (holder: string | null) => visibleStation(studio.records.stations, holder, pinOf(caller));
  const readsStations = stationFeatures.some((feature) => readable.has(feature));
  const stations = readsStations ? [stationFor(studio.runtime().holder) ?? ''] : [];
  return {
    sees: ({ feature, record, subjectFeature = feature, station, holder }) =>
      readable.has(feature) &&
      readable.has(subjectFeature) &&
      (limit === undefined || (record !== undefined && showsRecord(limit, record.kind, record.id))) &&
      (station === null || station === stationFor(holder)),
    fingerprint: [...readable, ...stations, ...(limit === undefined ? [] : [JSON.stringify(limit)])].join(),
  };
};

/** Types of events, by their names. */
export type ChosenTypes = ReadonlyMap<string, Pick<EventType, 'feature' | 'kind'>>;

/** Returns a view that shows only events of these types; undefined for all. */
export const limitedTo = (types: ChosenTypes | undefined, view: View): View =>
  types === undefined ? view : { ...view, sees: (event) => types.has(event.name) && view.sees(event) };

/** Returns why a caller with exact rights sees no event of a type. */
const limitRefusal = (caller: Caller | RefusedDevice | undefined, kind: string | undefined): Failure | undefined => {
  const limit = limitOf(caller);
  if (limit === undefined || (kind !== undefined && limit.some(({ record }) => record?.kind === kind)))
    return undefined;
  return failure('forbidden', `the caller is limited to ${limitText(limit)}`);
};

/** Returns the types of which a caller may see no event now, each with the reason (EVENT-12). */
export const hiddenTypes = (
  { access }: Pick<Ports, 'access'>,
  caller: Caller | RefusedDevice | undefined,
  types: ChosenTypes,
): ReadonlyMap<string, Failure> => {
  const { configuration } = access.current();
  const reasonOf = ({ feature, kind }: Pick<EventType, 'feature' | 'kind'>): Failure | undefined =>
    (feature === null ? undefined : readRefusal(caller, feature, configuration)) ?? limitRefusal(caller, kind);
  const reasons = [...types].map(([name, type]) => [name, reasonOf(type)] as const);
  return new Map(reasons.flatMap(([name, reason]) => (reason === undefined ? [] : [[name, reason] as const])));
};
