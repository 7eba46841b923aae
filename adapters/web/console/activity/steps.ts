// Labels of the steps that admit or refuse calls, and of what became of admitted ones.
import { t } from '@lingui/core/macro';
import type { ObservedCallItem } from '../api/contract.js';
import { featureNames, features } from '../api/rules.js';

type Step = NonNullable<ObservedCallItem['decidedBy']>;

/** What the labels name of a step. */
type Named = Omit<Step, 'device'> & Readonly<Record<'device' | 'feature' | 'username' | 'entry' | 'label', string>>;

const featureOf = (feature: string): string => {
  const known = features.find((one) => one === feature);
  return known === undefined ? feature : featureNames[known];
};

const namedIn = ({ device, feature = '', username = '', entry = '', label = '', ...step }: Step): Named => ({
  ...step,
  device: device?.name ?? t`a device`,
  feature: featureOf(feature),
  username,
  entry,
  label,
});

type Labels = Readonly<Record<string, (named: Named) => string>>;

/** The labels of the steps that admit calls. */
const admitted: Labels = {
  public_route: () => t`Open to everybody`,
  host: () => t`Admitted: the studio’s host itself`,
  device_token: ({ device, oldToken }) =>
    oldToken === true ? t`Admitted by the old token of “${device}”` : t`Admitted by the token of “${device}”`,
  legacy: ({ username }) => t`Admitted by legacy authorization as ${username}`,
  listed_address: ({ entry, label }) => t`Admitted by its address: listed entry ${entry} (${label})`,
  whole_lan: () => t`Admitted by its address: Whole LAN`,
};

/** Adds to a refusal that a proxy forwarded the call, if one did. */
const proxied = (text: string, { forwarded }: Named): string =>
  forwarded === true ? `${text} ${t`A proxy forwarded the call, so its address admits nobody.`}` : text;

/** The sentences of the steps that refuse calls. */
const refused: Labels = {
  no_token: (named) => proxied(t`Refused: no token, and its address isn’t allowed without one.`, named),
  unknown_token: (named) => proxied(t`Refused: no device has this token.`, named),
  revoked_token: ({ device }) => t`Refused: the token of “${device}” is revoked.`,
  expired_token: ({ device }) => t`Refused: the token of “${device}” has expired.`,
  wrong_address: ({ device }) => t`Refused: the token of “${device}” is limited to another address.`,
  legacy_off: () => t`Refused: legacy authorization is off.`,
  legacy_slowed: () => t`Refused: too many wrong legacy passwords from this address.`,
  legacy_refused: (named) => proxied(t`Refused: wrong legacy username or password.`, named),
  personal_route: () => t`Refused: this route needs a device token; access by address isn’t enough.`,
  legacy_on_v2: () => t`Refused: legacy authorization is valid on legacy routes only.`,
  foreign_page: () => t`Refused: a browser’s page from another site.`,
  unproven_page: () => t`Refused: a browser’s page that isn’t known to be the service’s own.`,
  prefetch: () => t`Refused: a browser or a link preview requested an action before anybody opened it.`,
  api_off: () => t`Refused: the API is switched off.`,
  legacy_api_off: () => t`Refused: the legacy routes are closed, because legacy authorization is off.`,
  read_only: ({ device }) => t`Refused: the device “${device}” is read-only.`,
  operation_denied: ({ device }) => t`Refused: the device “${device}” is limited to other operations.`,
  feature_denied: ({ device, feature }) => t`Refused: the device “${device}” may not use ${feature}.`,
  switch_off: ({ access, feature }) =>
    access === 'control' ? t`Refused: Control of ${feature} is off.` : t`Refused: Read of ${feature} is off.`,
};

/** What an error code means for a call that was admitted. `text` is the label of its step. */
const errors: Readonly<Record<string, (text: string) => string>> = {
  station_mismatch: (text) => t`${text}, but another station holds the studio.`,
  conflict: (text) => t`${text}, but it conflicts with what is going on.`,
  not_found: (text) => t`${text}, but there is no such record or route.`,
  invalid_parameter: (text) => t`${text}, but a parameter is invalid.`,
  method_not_allowed: (text) => t`${text}, but the method isn’t allowed.`,
  device_error: (text) => t`${text}, but the device reported an error.`,
  device_unavailable: (text) => t`${text}, but the device isn’t connected.`,
  ack_timeout: (text) => t`${text}, but the device didn’t confirm in time.`,
  unavailable: (text) => t`${text}, but the service is stopping or overloaded.`,
  internal_error: (text) => t`${text}, but an unexpected error of the service.`,
};

/** Returns the value of a key that a service has sent. It may be `constructor`, which every object has. */
const ownValue = <A>(values: Readonly<Record<string, A>>, key: string): A | undefined =>
  Object.hasOwn(values, key) ? values[key] : undefined;

const decision = (step: Step | null): string => {
  if (step === null) return t`Answered before the caller was checked`;
  return ownValue(admitted, step.step)?.(namedIn(step)) ?? t`Decided by ${step.step}`;
};

/** Returns why a call was answered as it was. A newer service may have steps and errors without a label. */
export const reasonOf = ({ decidedBy, error }: Pick<ObservedCallItem, 'decidedBy' | 'error'>): string => {
  const refusal = decidedBy && ownValue(refused, decidedBy.step)?.(namedIn(decidedBy));
  if (refusal != null) return refusal;
  const text = decision(decidedBy);
  if (error === null) return `${text}.`;
  return ownValue(errors, error)?.(text) ?? t`${text}, but ${error}.`;
};
