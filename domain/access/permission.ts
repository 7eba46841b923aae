// May this caller do this: the refusals of the error table, in the order in which they go before one another.
import * as E from 'fp-ts/lib/Either.js';
import { failure, type Failure } from '../failure.js';
import { featureNames, type Access, type Feature } from '../feature.js';
import type { Device } from '../devices/device.js';
import type { Caller, RefusedDevice } from './caller.js';
import type { AccessConfiguration } from './configuration.js';

/** What a call is aimed at, as far as permission goes. */
export interface PermissionTarget {
  /** Whose switches and device limits it needs; none for routes that every admitted caller has. */
  readonly features: readonly Feature[];
  readonly access: Access;
  /** `public`: no authentication. `personal`: the host itself or a device, not an address. */
  readonly admission: 'public' | 'admitted' | 'personal';
  /** Which generation of the API it is a route of; a path that is no route, and not under `/api/v2`, is of neither. */
  readonly generation: 'v2' | 'legacy' | 'neither';
}

/** A call's facts, all known before it is judged. */
export interface PermissionRequest {
  /** Who calls; `undefined` where nothing matched. */
  readonly caller: Caller | RefusedDevice | undefined;
  /** The browser guard's word, where it applies to this caller. */
  readonly fromForeignPage: boolean;
  readonly target: PermissionTarget;
  readonly configuration: AccessConfiguration;
}

type Refusal = (judged: PermissionRequest) => Failure | undefined;

const isPublic = ({ target }: PermissionRequest): boolean => target.admission === 'public';

const deviceOf = (caller: PermissionRequest['caller']): Device | undefined =>
  caller?.kind === 'device' || caller?.kind === 'refused' ? caller.device : undefined;

const isLetIn = ({ caller, target }: PermissionRequest): boolean =>
  caller !== undefined && caller.kind !== 'refused' && (target.admission !== 'personal' || caller.kind !== 'lan');

const unauthorized: Refusal = (judged) =>
  isPublic(judged) || isLetIn(judged)
    ? undefined
    : failure('unauthorized', 'a device token, LAN access or legacy authorization is required');

const readOnly: Refusal = (judged) => {
  const device = deviceOf(judged.caller);
  return judged.target.access === 'control' && device?.access === 'read_only'
    ? failure('read_only', `the device "${device.name}" is read only and may not control anything`)
    : undefined;
};

/** Whether a caller is a device that is limited to other features; everybody else has all of them. */
export const isBeyondLimit = (caller: PermissionRequest['caller'], feature: Feature): boolean => {
  const limit = deviceOf(caller)?.features ?? [];
  return limit.length > 0 && !limit.includes(feature);
};

const beyondLimit = ({ caller, target }: PermissionRequest): Failure | undefined => {
  const missing = target.features.find((feature) => isBeyondLimit(caller, feature));
  return missing && failure('forbidden', `the device may not use the feature ${featureNames[missing]}`);
};

const legacyOnV2 = ({ caller, target }: PermissionRequest): Failure | undefined =>
  caller?.kind === 'legacy' && target.generation === 'v2'
    ? failure('forbidden', 'legacy authorization opens legacy routes only')
    : undefined;

const foreignPage = ({ fromForeignPage }: PermissionRequest): Failure | undefined =>
  fromForeignPage ? failure('forbidden', 'browser requests from another site are refused') : undefined;

const forbidden: Refusal = (judged) =>
  isPublic(judged) ? undefined : (beyondLimit(judged) ?? legacyOnV2(judged) ?? foreignPage(judged));

const apiOff = (judged: PermissionRequest): Failure | undefined =>
  isPublic(judged) || judged.configuration.access.apiEnabled
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

const featureDisabled: Refusal = (judged) => apiOff(judged) ?? legacyOff(judged) ?? switchOff(judged);

/** The order of the error table: the first that applies is the answer. */
const precedence: readonly Refusal[] = [unauthorized, readOnly, forbidden, featureDisabled];

const nothingAgainstIt: E.Either<never, void> = E.right(undefined);

/** Judges a call: the refusal that goes first, or nothing to say against it. */
export const permit = (judged: PermissionRequest): E.Either<Failure, void> => {
  for (const refusal of precedence) {
    const refused = refusal(judged);
    if (refused !== undefined) return E.left(refused);
  }
  return nothingAgainstIt;
};

/** Whether a route is there to be shown: its features are switched on for what it does. */
export const isSwitchedOn = (configuration: AccessConfiguration, { features, access }: PermissionTarget): boolean =>
  features.every((feature) => configuration.features[feature][access]);
