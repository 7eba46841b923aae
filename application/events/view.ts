// What of all that happens a caller may see, by the configuration in force and by who holds the studio.
import type { Caller, RefusedDevice } from '../../domain/access/caller.js';
import { pinOf } from '../../domain/access/caller.js';
import { features, type Feature } from '../../domain/feature.js';
import type { StreamedEvent } from '../api/operation.js';
import type { CurrentAccess } from '../ports/current-access.js';
import type { StudioState } from '../state/studio-state.js';
import { mayRead, stationSeen } from '../access/visibility.js';

/** Something that happened to a record of the studio. */
export interface StudioEvent {
  readonly event: StreamedEvent;
  readonly feature: Feature;
  /** Whose record it is, null where it is the studio's. */
  readonly station: string | null;
  /** Who held the studio when it happened. */
  readonly holder: string | null;
}

/** What a caller may see just now. */
export interface View {
  readonly sees: (happening: StudioEvent) => boolean;
  /** Two views with the same mark show the same. */
  readonly mark: string;
}

interface Ports {
  readonly access: CurrentAccess;
  readonly studio: StudioState;
}

/** Features whose records are those of one station. */
const scoped: readonly Feature[] = ['variables', 'automations'];

/** The view of a caller. */
export const viewOf = ({ access, studio }: Ports, caller: Caller | RefusedDevice | undefined): View => {
  const { configuration } = access.current();
  const reads = new Set(features.filter((feature) => mayRead(configuration, caller, feature)));
  const station = (holder: string | null) => stationSeen(studio.records.stations, holder, pinOf(caller));
  const ofStation = scoped.some((feature) => reads.has(feature)) ? [station(studio.runtime().holder) ?? ''] : [];
  return {
    sees: (happening) =>
      reads.has(happening.feature) && (happening.station === null || happening.station === station(happening.holder)),
    mark: [...reads, ...ofStation].join(),
  };
};
