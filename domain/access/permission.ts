// Checks whether a caller may make a call; the refusals have a fixed order of precedence.
import * as E from 'fp-ts/lib/Either.js';
import { failure, switchedOff, type Failure, type PlainCode } from '../failure.js';
import { featureNames, type Access, type Feature } from '../feature.js';
import type { Device } from '../devices/device.js';
import type { BrowserRefusal } from './browser-guard.js';
import { limitOf, type Caller, type RefusedDevice } from './caller.js';
import type { AccessConfiguration } from './configuration.js';
import { tokenHint, type Credentials } from './credentials.js';
import { stepDevice, type DecidingStep } from './deciding-step.js';
import { isCallPermitted, limitText, type CalledOperation } from './operation-limit.js';

/** What a call's route requires. */
export interface PermissionTarget {
  /** The features whose switches and device limits apply; none for routes open to every admitted caller. */
  readonly features: readonly Feature[];
  readonly access: Access;
  /**
   * `public`: no authentication. `page`: none either, but closed while the API is switched off (PANEL-6). `personal`: the host itself
   * or a device, not an address (LOG-5).
   */
  readonly admission: 'public' | 'page' | 'admitted' | 'personal';
  /** The API generation of the route; `neither` for an unknown path outside `/api/v2`. */
  readonly generation: 'v2' | 'legacy' | 'neither';
  /** Returns what the call asks for. Absent for a route that devices with exact rights may not call. */
  readonly called?: () => CalledOperation;
}

/** What a permission check is based on. */
export interface PermissionRequest {
  /** The resolved caller; `undefined` for an unknown one. */
  readonly caller: Caller | RefusedDevice | undefined;
  /** What the caller sent. */
  readonly credentials: Credentials;
  /** The step that resolved the caller. */
  readonly resolvedBy: DecidingStep;
  /** Why a browser's call is refused; `undefined` where it passes, or the guard doesn't apply to the caller. */
  readonly guardRefusal: BrowserRefusal | undefined;
  readonly target: PermissionTarget;
  readonly configuration: AccessConfiguration;
}

/** Why a request is refused: the failure to answer, and the step that refuses it. */
export interface Refusal {
  readonly failure: Failure;
  readonly step: DecidingStep;
}

/** A caller, and what it calls under a configuration. */
type CallRequest = Pick<PermissionRequest, 'caller' | 'target' | 'configuration'>;

/** Returns why a request is refused, or nothing. */
type Check = (request: PermissionRequest) => Refusal | undefined;

const refusal = (code: PlainCode, message: string, step: DecidingStep): Refusal => ({
  failure: failure(code, message),
  step,
});

const isPublic = ({ target }: PermissionRequest): boolean =>
  target.admission === 'public' || target.admission === 'page';

const deviceOf = (caller: PermissionRequest['caller']): Device | undefined =>
  caller?.kind === 'device' || caller?.kind === 'refused' ? caller.device : undefined;

const isAdmitted = ({ caller, target }: PermissionRequest): boolean =>
  caller !== undefined && caller.kind !== 'refused' && (target.admission !== 'personal' || caller.kind !== 'lan');

/** The message of a 401. It names what became of a known token (TOKEN-13); where it would work is nobody's business. */
const unauthorizedMessage = ({ caller, credentials }: PermissionRequest): string => {
  const reason = caller?.kind === 'refused' ? caller.reason : undefined;
  if (reason === 'expired_token') return 'the device token has expired';
  if (reason === 'revoked_token') return 'the device token is revoked';
  const hint = tokenHint(credentials);
  return `a device token, LAN access or legacy authorization is required${hint === undefined ? '' : `; ${hint}`}`;
};

/** The step of a 401: the one that admitted nobody, or that the route isn't for callers who are admitted by address. */
const unauthorizedStep = ({ caller, resolvedBy }: PermissionRequest): DecidingStep =>
  caller?.kind === 'lan' ? { step: 'personal_route' } : resolvedBy;

const unauthorized: Check = (request) =>
  isPublic(request) || isAdmitted(request)
    ? undefined
    : refusal('unauthorized', unauthorizedMessage(request), unauthorizedStep(request));

const readOnly = (request: CallRequest): Refusal | undefined => {
  const device = deviceOf(request.caller);
  return request.target.access === 'control' && device?.access === 'read_only'
    ? refusal('read_only', `the device "${device.name}" is read-only and may not control anything`, {
        step: 'read_only',
        device: stepDevice(device),
      })
    : undefined;
};

/** Whether a caller is a device that is limited to other features (DEVICE-3, DEVICE-4). */
export const isFeatureDenied = (caller: PermissionRequest['caller'], feature: Feature): boolean => {
  const limit = deviceOf(caller)?.features ?? [];
  return limit.length > 0 && !limit.includes(feature);
};

const featureDenied = ({ caller, target }: CallRequest): Refusal | undefined => {
  const feature = target.features.find((one) => isFeatureDenied(caller, one));
  const device = deviceOf(caller);
  return feature && device
    ? refusal('forbidden', `the device "${device.name}" may not use the feature ${featureNames[feature]}`, {
        step: 'feature_denied',
        device: stepDevice(device),
        feature,
      })
    : undefined;
};

/** A device with exact rights may not call anything else that belongs to a feature (LIMIT-1 to LIMIT-3). */
const operationDenied = ({ caller, target: { features, access, called } }: CallRequest): Refusal | undefined => {
  const [device, limit] = [deviceOf(caller), limitOf(caller)];
  if (device === undefined || limit === undefined || features.length === 0) return undefined;
  const operation = called?.();
  if (operation !== undefined && isCallPermitted(limit, operation, access)) return undefined;
  const call = operation === undefined ? 'this route' : `${operation.name} with these parameters`;
  return refusal(
    'forbidden',
    `the device "${device.name}" may not call ${call}; it is limited to ${limitText(limit)}`,
    {
      step: 'operation_denied',
      device: stepDevice(device),
    },
  );
};

const legacyOnV2: Check = ({ caller, target }) =>
  caller?.kind === 'legacy' && target.generation === 'v2'
    ? refusal('forbidden', 'legacy authorization is valid on legacy routes only', { step: 'legacy_on_v2' })
    : undefined;

/** The messages of the refusals (GUARD-16, GUARD-21). */
const guardMessages: Readonly<Record<BrowserRefusal, string>> = {
  foreign:
    'browser requests from another site are refused without a device token; ' +
    'send it as a Bearer token, or as ?token= where a page can send no header',
  unproven:
    "nothing proves that this browser request comes from the service's own page; " +
    'send a device token, or use the page /api/v2/docs',
  speculative:
    'a browser or a link preview requested this action before anybody opened it (prefetch or prerender); ' +
    'nothing was sent. Open the address itself, or send the request without Sec-Purpose, Purpose, X-Purpose and X-Moz',
};

const guardSteps = { foreign: 'foreign_page', unproven: 'unproven_page', speculative: 'prefetch' } as const;

const refusedByGuard: Check = ({ guardRefusal }) =>
  guardRefusal && refusal('forbidden', guardMessages[guardRefusal], { step: guardSteps[guardRefusal] });

const forbidden: Check = (request) =>
  isPublic(request)
    ? undefined
    : (featureDenied(request) ?? operationDenied(request) ?? legacyOnV2(request) ?? refusedByGuard(request));

const apiOff: Check = ({ target, configuration }) =>
  target.admission === 'public' || configuration.access.apiEnabled
    ? undefined
    : refusal('feature_disabled', 'the API is switched off', { step: 'api_off' });

const legacyOff: Check = ({ target, configuration }) =>
  target.generation !== 'legacy' || configuration.access.legacyAuthorization
    ? undefined
    : refusal('feature_disabled', 'legacy authorization is switched off', { step: 'legacy_api_off' });

const switchOff = ({ target: { features, access }, configuration }: CallRequest): Refusal | undefined => {
  const feature = features.find((one) => !configuration.features[one][access]);
  if (feature === undefined) return undefined;
  return { failure: switchedOff(feature, access), step: { step: 'switch_off', feature, access } };
};

const featureDisabled: Check = (request) => apiOff(request) ?? legacyOff(request) ?? switchOff(request);

/** The checks in order of precedence (PRECEDENCE-1 to PRECEDENCE-3). */
const checks: readonly Check[] = [unauthorized, readOnly, forbidden, featureDisabled];

const permitted: E.Either<never, void> = E.right(undefined);

/** Whether an admitted caller may make a call, by its own limits and by the switches. */
export const mayCall = (request: CallRequest): boolean =>
  [readOnly, featureDenied, operationDenied, switchOff].every((check) => check(request) === undefined);

/** Returns why an admitted caller may read nothing of a feature, by its own limits and by the switches; undefined if it may. */
export const readRefusal = (
  caller: PermissionRequest['caller'],
  feature: Feature,
  configuration: AccessConfiguration,
): Failure | undefined => {
  const target = { features: [feature], access: 'read', admission: 'admitted', generation: 'v2' } as const;
  const request = { caller, target, configuration };
  return (featureDenied(request) ?? switchOff(request))?.failure;
};

/** Returns the first refusal, or permits the request. */
export const checkPermission = (request: PermissionRequest): E.Either<Refusal, void> => {
  for (const check of checks) {
    const refused = check(request);
    if (refused !== undefined) return E.left(refused);
  }
  return permitted;
};

/** Whether a route is shown: all of its features are switched on for its access (SWITCH-5, SWITCH-6). */
export const isSwitchedOn = (configuration: AccessConfiguration, { features, access }: PermissionTarget): boolean =>
  features.every((feature) => configuration.features[feature][access]);
