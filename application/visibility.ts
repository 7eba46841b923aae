// What of the API a caller may see.
import type { Caller, RefusedDevice } from '../domain/access/caller.js';
import type { AccessConfiguration } from '../domain/access/configuration.js';
import { isBeyondLimit } from '../domain/access/permission.js';
import type { Feature } from '../domain/feature.js';

/** Whether a caller may read a feature just now. */
export const mayRead = (
  { features }: AccessConfiguration,
  caller: Caller | RefusedDevice | undefined,
  feature: Feature,
): boolean => features[feature].read && !isBeyondLimit(caller, feature);
