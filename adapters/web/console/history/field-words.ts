// The changed fields of a history entry in an operator's words.
import { t } from '@lingui/core/macro';
import { accessOptionLabel } from '../access/without-token.js';
import type {
  AccessSettings,
  ChangedField,
  DeviceSettings,
  DeviceValue,
  Feature,
  FieldValue,
} from '../api/contract.js';
import { featureNames } from '../api/rules.js';
import { describeDevice, deviceLabels, deviceTexts, minuteText } from '../devices/labels.js';
import { absent, onOff, type Difference } from '../settings/difference.js';

const isRecord = (value: FieldValue): value is Exclude<FieldValue, readonly unknown[] | string | boolean | null> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Labels of what the history has of a device. */
const fieldLabels: Readonly<Record<string, string>> = { ...deviceLabels, tokenHash: t`Token`, oldToken: t`Old token` };

const accessLabels: Readonly<Record<string, string>> = {
  apiEnabled: t`API enabled`,
  accessWithoutToken: t`Access without a token`,
  legacyAuthorization: t`Allow legacy authorization`,
};

const noDevice: DeviceSettings = {
  name: '',
  access: 'read_only',
  station: null,
  fixedAddress: null,
  features: [],
  expiresAt: null,
  panel: null,
  operations: [],
};

/** Returns the text of one setting of a device. */
const settingText = (name: string, value: FieldValue): string =>
  new Map<string, string>(Object.entries(deviceTexts({ ...noDevice, [name]: value }))).get(name) ?? absent;

const tokenText = (value: FieldValue): string => {
  if (isRecord(value) && 'endsAt' in value)
    return value.state === 'revoked' ? t`Ended` : t`Works until ${minuteText(value.endsAt)}`;
  return typeof value === 'string' ? t`Issued ${minuteText(value)}` : absent;
};

const deviceText = (name: string, value: FieldValue): string =>
  name === 'tokenHash' || name === 'oldToken' ? tokenText(value) : settingText(name, value);

const accessText = (name: string, value: FieldValue): string =>
  name === 'accessWithoutToken'
    ? accessOptionLabel(value as AccessSettings['accessWithoutToken'])
    : onOff(value === true);

const isWhole = (value: FieldValue): value is DeviceValue => isRecord(value) && 'access' in value;

/** Returns a whole device as text: its state, and its settings without its name. */
const wholeText = (value: FieldValue, empty: string): string => {
  if (!isWhole(value)) return empty;
  const state = value.state === 'revoked' ? [t`Revoked`] : [];
  const [, ...settings] = describeDevice(value as unknown as DeviceSettings);
  return [...state, ...settings.map(([label, text]) => `${label}: ${text}`)].join('; ');
};

const wholeDevice = ({ device: name, before, after }: ChangedField): Difference => {
  const device = name ?? '';
  const setting = t`Device “${device}”`;
  if (isWhole(before) && isWhole(after)) return { setting, before: t`Active`, after: t`Revoked` };
  return { setting, before: wholeText(before, t`Not on the list`), after: wholeText(after, t`Removed`) };
};

const deviceField = (field: ChangedField): Difference => {
  const name = field.subject.split('.')[2];
  if (name === undefined) return wholeDevice(field);
  const [device, label] = [field.device ?? '', fieldLabels[name] ?? name];
  return {
    setting: t`“${device}”: ${label}`,
    before: deviceText(name, field.before),
    after: deviceText(name, field.after),
  };
};

const listedText = (value: FieldValue): string => {
  if (!isRecord(value) || !('label' in value)) return t`Not allowed`;
  const { label, expiresAt } = value;
  return expiresAt === null ? label : t`${label}, until ${minuteText(expiresAt)}`;
};

const listedField = ({ before, after }: Pick<ChangedField, 'before' | 'after'>): Difference => {
  const value = before ?? after;
  const address = isRecord(value) && 'address' in value ? value.address : '';
  return { setting: t`Allowed address ${address}`, before: listedText(before), after: listedText(after) };
};

const featureField = ({ subject, before, after }: ChangedField): Difference => {
  const [, feature = '', kind = ''] = subject.split('.');
  const name = featureNames[feature as Feature];
  const setting = kind === 'control' ? t`${name}, control` : t`${name}, read`;
  return { setting, before: onOff(before === true), after: onOff(after === true) };
};

const accessField = ({ subject, before, after }: ChangedField): Difference => {
  const name = subject.slice('access.'.length);
  return { setting: accessLabels[name] ?? name, before: accessText(name, before), after: accessText(name, after) };
};

const isListed = ({ subject }: ChangedField): boolean => subject.startsWith('access.listed');

const addressOf = ({ before, after }: ChangedField): string => {
  const value = before ?? after;
  return isRecord(value) && 'address' in value ? value.address : '';
};

/** Returns the listed addresses: one whose label or end has changed is one difference, not two. */
const listedFields = (fields: readonly ChangedField[]): readonly Difference[] =>
  [...Map.groupBy(fields, addressOf).values()].flatMap((same) => {
    const [removed, added] = [same.find(({ after }) => after === null), same.find(({ before }) => before === null)];
    return same.length === 2 && removed && added
      ? [listedField({ before: removed.before, after: added.after })]
      : same.map(listedField);
  });

/** Returns what a change has changed, as labels and values. */
export const fieldDifferences = (fields: readonly ChangedField[]): readonly Difference[] => [
  ...fields.filter((field) => !isListed(field) && field.subject.startsWith('access.')).map(accessField),
  ...listedFields(fields.filter(isListed)),
  ...fields.filter(({ subject }) => subject.startsWith('features.')).map(featureField),
  ...fields.filter(({ subject }) => subject.startsWith('devices.')).map(deviceField),
];
