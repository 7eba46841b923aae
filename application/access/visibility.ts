// What of the API a caller may see.
import * as E from 'fp-ts/lib/Either.js';
import type { Caller, RefusedDevice } from '../../domain/access/caller.js';
import type { AccessConfiguration } from '../../domain/access/configuration.js';
import { isBeyondLimit } from '../../domain/access/permission.js';
import type { Feature } from '../../domain/feature.js';
import type { Records } from '../../domain/studio/records.js';
import { stationOf, type StationDefinition } from '../../domain/studio/station.js';

/** Whether a caller may read a feature just now. */
export const mayRead = (
  { features }: AccessConfiguration,
  caller: Caller | RefusedDevice | undefined,
  feature: Feature,
): boolean => features[feature].read && !isBeyondLimit(caller, feature);

/** Whose records a caller sees who names no station, null for none; undefined while another than its own holds the studio. */
export const stationSeen = (
  stations: Records<StationDefinition>,
  holder: string | null,
  pin: string | null,
): string | null | undefined =>
  E.getOrElseW(() => undefined)(stationOf(stations, { holder, requested: undefined, pin }));
