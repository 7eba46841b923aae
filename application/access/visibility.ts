// What a caller may read.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { limitOf, type Caller, type RefusedDevice } from '../../domain/access/caller.js';
import type { AccessConfiguration } from '../../domain/access/configuration.js';
import { isFeatureDenied } from '../../domain/access/permission.js';
import type { Feature } from '../../domain/feature.js';
import type { Records } from '../../domain/studio/records.js';
import { stationOf, type StationDefinition } from '../../domain/studio/station.js';

type AnyCaller = Caller | RefusedDevice | undefined;

/** Returns whether a caller may read something of a feature now: which records, its exact rights say, if it has such. */
export const mayReadSome = ({ features }: AccessConfiguration, caller: AnyCaller, feature: Feature): boolean =>
  features[feature].read && !isFeatureDenied(caller, feature);

/** Returns whether a caller may read all of a feature now. A device that is limited to operations may not (LIMIT-2). */
export const mayRead = (configuration: AccessConfiguration, caller: AnyCaller, feature: Feature): boolean =>
  mayReadSome(configuration, caller, feature) && limitOf(caller) === undefined;

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
