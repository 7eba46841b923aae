// Checks whether a caller may make a call; the refusals have a fixed order of precedence.
import * as E from 'fp-ts/lib/Either.js';
import { failure, type Failure } from '../failure.js';
import { featureNames, type Access, type Feature } from '../feature.js';
import type { Device } from '../devices/device.js';
import type { BrowserRefusal } from './browser-guard.js';
import type { Caller, RefusedDevice } from './caller.js';
import type { AccessConfiguration } from './configuration.js';

/** What a call's route requires. */
export interface PermissionTarget {
  /** The features whose switches and device limits apply; none for routes open to every admitted caller. */
  readonly features: readonly Feature[];
  readonly access: Access;
  /** `public`: no authentication. `personal`: the host itself or a device, not an address (LOG-5). */
  readonly admission: 'public' | 'admitted' | 'personal';
  /** The API generation of the route; `neither` for an unknown path outside `/api/v2`. */
  readonly generation: 'v2' | 'legacy' | 'neither';
}

/** What a permission check is based on. */
export interface PermissionRequest {
  /** The resolved caller; `undefined` for an unknown one. */
  readonly caller: Caller | RefusedDevice | undefined;
  /** Why the browser guard refuses the call; `undefined` where it passes or doesn't apply to the caller. */
  readonly guardRefusal: BrowserRefusal | undefined;
  readonly target: PermissionTarget;
  readonly configuration: AccessConfiguration;
}

/** Returns why a request is refused, or nothing. */
type Check = (request: PermissionRequest) => Failure | undefined;

const isPublic = ({ target }: PermissionRequest): boolean => target.admission === 'public';

const deviceOf = (caller: PermissionRequest['caller']): Device | undefined =>
  caller?.kind === 'device' || caller?.kind === 'refused' ? caller.device : undefined;

const isAdmitted = ({ caller, target }: PermissionRequest): boolean =>
  caller !== undefined && caller.kind !== 'refused' && (target.admission !== 'personal' || caller.kind !== 'lan');

/** The message of a 401. It names what became of a known token (TOKEN-13); where it would work is nobody's business. */
const unauthorizedMessage = ({ caller }: PermissionRequest): string => {
  const reason = caller?.kind === 'refused' ? caller.reason : undefined;
  if (reason === 'expired_token') return 'the device token has expired';
  if (reason === 'revoked_token') return 'the device token is revoked';
  return 'a device token, LAN access or legacy authorization is required';
};

const unauthorized: Check = (request) =>
  isPublic(request) || isAdmitted(request) ? undefined : failure('unauthorized', unauthorizedMessage(request));

const readOnly: Check = (request) => {
  const device = deviceOf(request.caller);
  return request.target.access === 'control' && device?.access === 'read_only'
    ? failure('read_only', `the device "${device.name}" is read-only and may not control anything`)
    : undefined;
};

/** Whether a caller is a device that is limited to other features (DEVICE-3, DEVICE-4). */
export const isFeatureDenied = (caller: PermissionRequest['caller'], feature: Feature): boolean => {
  const limit = deviceOf(caller)?.features ?? [];
  return limit.length > 0 && !limit.includes(feature);
};

const featureDenied = ({ caller, target }: PermissionRequest): Failure | undefined => {
  const missing = target.features.find((feature) => isFeatureDenied(caller, feature));
  return missing && failure('forbidden', `the device may not use the feature ${featureNames[missing]}`);
};

const legacyOnV2 = ({ caller, target }: PermissionRequest): Failure | undefined =>
  caller?.kind === 'legacy' && target.generation === 'v2'
    ? failure('forbidden', 'legacy authorization is valid on legacy routes only')
    : undefined;

/** The messages of the refusals (GUARD-16). */
const guardMessages: Readonly<Record<BrowserRefusal, string>> = {
  foreign: 'browser requests from another site are refused',
  unproven:
    "nothing proves that this browser request comes from the service's own page; " +
    'send a device token, or use the page /api/v2/docs',
};

const refusedByGuard = ({ guardRefusal }: PermissionRequest): Failure | undefined =>
  guardRefusal && failure('forbidden', guardMessages[guardRefusal]);

const forbidden: Check = (request) =>
  isPublic(request) ? undefined : (featureDenied(request) ?? legacyOnV2(request) ?? refusedByGuard(request));

const apiOff = (request: PermissionRequest): Failure | undefined =>
  isPublic(request) || request.configuration.access.apiEnabled
    ? undefined
    : failure('feature_disabled', 'the API is switched off');

const legacyOff = ({ target, configuration }: PermissionRequest): Failure | undefined =>
  target.generation !== 'legacy' || configuration.access.legacyAuthorization
    ? undefined
    : failure('feature_disabled', 'legacy authorization is switched off');

const switchOff = ({ target, configuration }: PermissionRequest): Failure | undefined => {
  const off = target.features.find((feature) => !configuration.features[feature][target.access]);
  return off && failure('feature_disabled', `${target.access} of the feature ${featureNames[off]} is switched off`);
};

const featureDisabled: Check = (request) => apiOff(request) ?? legacyOff(request) ?? switchOff(request);

/** The checks in order of precedence (PRECEDENCE-1 to PRECEDENCE-3). */
const checks: readonly Check[] = [unauthorized, readOnly, forbidden, featureDisabled];

const permitted: E.Either<never, void> = E.right(undefined);

/** Returns the first refusal, or permits the request. */
export const checkPermission = (request: PermissionRequest): E.Either<Failure, void> => {
  for (const check of checks) {
    const refusal = check(request);
    if (refusal !== undefined) return E.left(refusal);
  }
  return permitted;
};

/** Whether a route is shown: all of its features are switched on for its access (SWITCH-5, SWITCH-6). */
export const isSwitchedOn = (configuration: AccessConfiguration, { features, access }: PermissionTarget): boolean =>
  features.every((feature) => configuration.features[feature][access]);
