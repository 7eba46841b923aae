// The step of the check that admitted or refused a call, as data: it explains a decision to people.
import * as E from 'fp-ts/lib/Either.js';
import type { Device } from '../devices/device.js';
import type { Access, Feature } from '../feature.js';
import type { AccessPolicy } from './access-policy.js';
import type { Caller, CallOrigin, RefusedDevice, Resolution, UnknownCaller } from './caller.js';

/** The device whose token a call was made with. */
export type StepDevice = Pick<Device, 'id' | 'name'>;

/** How a caller was admitted. */
export type AdmittingStep =
  | { readonly step: 'host' }
  | { readonly step: 'device_token'; readonly device: StepDevice; readonly oldToken?: true }
  | { readonly step: 'legacy'; readonly username: string }
  | { readonly step: 'listed_address'; readonly entry: string; readonly label: string }
  | { readonly step: 'whole_lan' };

/** Why nobody was admitted. `forwarded`: a proxy forwarded the call, so its address admits nobody (ADDRESS-6). */
export type UnadmittedStep =
  | { readonly step: RefusedDevice['reason']; readonly device: StepDevice }
  | {
      readonly step: 'no_token' | 'unknown_token' | 'legacy_off' | 'legacy_slowed' | 'legacy_refused';
      readonly forwarded?: true;
    };

/** Why an admitted caller may not make the call. */
export type RefusingStep =
  | {
      readonly step:
        | 'personal_route'
        | 'legacy_on_v2'
        | 'foreign_page'
        | 'unproven_page'
        | 'prefetch'
        | 'api_off'
        | 'legacy_api_off';
    }
  | { readonly step: 'read_only'; readonly device: StepDevice }
  | { readonly step: 'operation_denied'; readonly device: StepDevice }
  | { readonly step: 'feature_denied'; readonly device: StepDevice; readonly feature: Feature }
  | { readonly step: 'switch_off'; readonly feature: Feature; readonly access: Access };

/** The deciding step of a call. `public_route`: the route answers everybody. */
export type DecidingStep = AdmittingStep | UnadmittedStep | RefusingStep | { readonly step: 'public_route' };

/** Returns what names a device in a step. */
export const stepDevice = ({ id, name }: Device): StepDevice => ({ id, name });

const admittingStep = (caller: Caller): AdmittingStep => {
  switch (caller.kind) {
    case 'loopback':
      return { step: 'host' };
    case 'device':
      return { step: 'device_token', device: stepDevice(caller.device), ...(caller.oldToken && { oldToken: true }) };
    case 'legacy':
      return { step: 'legacy', username: caller.username };
    case 'lan':
      return caller.entry === undefined
        ? { step: 'whole_lan' }
        : { step: 'listed_address', entry: caller.entry, label: caller.label };
  }
};

/** The steps that refuse legacy headers, by what the policy does with them. */
const legacySteps = { checked: 'legacy_refused', off: 'legacy_off', slowed: 'legacy_slowed' } as const;

const unadmittedStep = (
  caller: RefusedDevice | UnknownCaller,
  { forwarded }: CallOrigin,
  { legacyHeaders }: AccessPolicy,
): UnadmittedStep => {
  if (caller.kind === 'refused') return { step: caller.reason, device: stepDevice(caller.device) };
  const step = caller.reason === 'legacy_refused' ? legacySteps[legacyHeaders] : caller.reason;
  return { step, ...(forwarded && { forwarded }) };
};

/** Returns the step that resolved the caller of a call. */
export const resolvingStep = (
  resolution: Resolution,
  origin: CallOrigin,
  policy: AccessPolicy,
): AdmittingStep | UnadmittedStep =>
  E.isRight(resolution) ? admittingStep(resolution.right) : unadmittedStep(resolution.left, origin, policy);
