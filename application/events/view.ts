// Which events a caller may see, by the configuration in force and by the station that holds the studio.
import type { Caller, RefusedDevice } from '../../domain/access/caller.js';
import { limitOf, pinOf } from '../../domain/access/caller.js';
import { showsRecord } from '../../domain/access/operation-limit.js';
import { features, type Feature } from '../../domain/feature.js';
import type { StreamedEvent } from '../api/operation.js';
import type { CurrentAccess } from '../ports/current-access.js';
import type { StudioState } from '../state/studio-state.js';
import { mayReadSome, visibleStation } from '../access/visibility.js';

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

/** Returns a view that shows only events with these names; undefined for all. */
export const limitedTo = (types: ReadonlySet<string> | undefined, view: View): View =>
  types === undefined ? view : { ...view, sees: (event) => types.has(event.name) && view.sees(event) };
