// What a caller may read.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Caller, RefusedDevice } from '../../domain/access/caller.js';
import type { AccessConfiguration } from '../../domain/access/configuration.js';
import { isFeatureDenied } from '../../domain/access/permission.js';
import type { Feature } from '../../domain/feature.js';
import type { Records } from '../../domain/studio/records.js';
import { stationOf, type StationDefinition } from '../../domain/studio/station.js';

/** Returns whether a caller may read a feature now. */
export const mayRead = (
  { features }: AccessConfiguration,
  caller: Caller | RefusedDevice | undefined,
  feature: Feature,
): boolean => features[feature].read && !isFeatureDenied(caller, feature);

/**
 * Returns the station whose records a caller sees if its call names no station: null for none, undefined while a
 * station other than the caller's pin holds the studio.
 */
export const visibleStation = (
  stations: Records<StationDefinition>,
  holder: string | null,
  pin: string | null,
): string | null | undefined =>
  pipe(
    stationOf(stations, { holder, requested: undefined, pin }),
    E.getOrElseW(() => undefined),
  );
