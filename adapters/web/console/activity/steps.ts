// Labels of the steps that admit or refuse calls, and of what became of admitted ones.
import type { ObservedCallItem } from '../api/contract.js';
import { featureNames, features } from '../api/rules.js';

type Step = NonNullable<ObservedCallItem['decidedBy']>;

const deviceOf = ({ device }: Step): string => `“${device?.name ?? 'a device'}”`;
const featureOf = ({ feature = '' }: Step): string => {
  const known = features.find((one) => one === feature);
  return known === undefined ? feature : featureNames[known];
};
const proxied = ({ forwarded }: Step): string =>
  forwarded === true ? '. A proxy forwarded the call, so its address admits nobody' : '';

/** The labels by step. */
const labels: Readonly<Record<string, (step: Step) => string>> = {
  public_route: () => 'Open to everybody',
  host: () => 'Admitted: the studio’s host itself',
  device_token: (step) => `Admitted by the ${step.oldToken === true ? 'old ' : ''}token of ${deviceOf(step)}`,
  legacy: ({ username = '' }) => `Admitted by legacy authorization as ${username}`,
  listed_address: ({ entry = '', label = '' }) => `Admitted by its address: listed entry ${entry} (${label})`,
  whole_lan: () => 'Admitted by its address: Whole LAN',
  no_token: (step) => `Refused: no token, and its address isn’t allowed without one${proxied(step)}`,
  unknown_token: (step) => `Refused: no device has this token${proxied(step)}`,
  revoked_token: (step) => `Refused: the token of ${deviceOf(step)} is revoked`,
  expired_token: (step) => `Refused: the token of ${deviceOf(step)} has expired`,
  wrong_address: (step) => `Refused: the token of ${deviceOf(step)} is limited to another address`,
  legacy_off: () => 'Refused: legacy authorization is off',
  legacy_slowed: () => 'Refused: too many wrong legacy passwords from this address',
  legacy_refused: (step) => `Refused: wrong legacy username or password${proxied(step)}`,
  personal_route: () => 'Refused: this route needs a device token; access by address isn’t enough',
  legacy_on_v2: () => 'Refused: legacy authorization is valid on legacy routes only',
  foreign_page: () => 'Refused: a browser’s page from another site',
  unproven_page: () => 'Refused: a browser’s page that isn’t known to be the service’s own',
  prefetch: () => 'Refused: a browser or a link preview requested an action before anybody opened it',
  api_off: () => 'Refused: the API is switched off',
  legacy_api_off: () => 'Refused: the legacy routes are closed, because legacy authorization is off',
  read_only: (step) => `Refused: the device ${deviceOf(step)} is read-only`,
  operation_denied: (step) => `Refused: the device ${deviceOf(step)} is limited to other operations`,
  feature_denied: (step) => `Refused: the device ${deviceOf(step)} may not use ${featureOf(step)}`,
  switch_off: (step) => `Refused: ${step.access === 'control' ? 'Control' : 'Read'} of ${featureOf(step)} is off`,
};

/** What an error code means for a call that was admitted. */
const errors: Readonly<Record<string, string>> = {
  station_mismatch: 'another station holds the studio',
  conflict: 'it conflicts with what is going on',
  not_found: 'there is no such record or route',
  invalid_parameter: 'a parameter is invalid',
  method_not_allowed: 'the method isn’t allowed',
  device_error: 'the device reported an error',
  device_unavailable: 'the device isn’t connected',
  ack_timeout: 'the device didn’t confirm in time',
  unavailable: 'the service is stopping or overloaded',
  internal_error: 'an unexpected error of the service',
};

/** Returns the value of a key that a service has sent. It may be `constructor`, which every object has. */
const ownValue = <A>(values: Readonly<Record<string, A>>, key: string): A | undefined =>
  Object.hasOwn(values, key) ? values[key] : undefined;

const decision = (step: ObservedCallItem['decidedBy']): string => {
  if (step === null) return 'Answered before the caller was checked';
  return ownValue(labels, step.step)?.(step) ?? `Decided by ${step.step}`;
};

/** Returns why a call was answered as it was. A newer service may have steps and errors without a label. */
export const reasonOf = ({ decidedBy, error }: Pick<ObservedCallItem, 'decidedBy' | 'error'>): string => {
  const text = decision(decidedBy);
  return error === null || text.startsWith('Refused')
    ? `${text}.`
    : `${text}, but ${ownValue(errors, error) ?? error}.`;
};
