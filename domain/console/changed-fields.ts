// The fields that a change of an access configuration concerns, each before and after, without any hash.
import * as t from 'io-ts';
import type { AccessConfiguration, AccessSettings, FeatureSwitches, ListedEntry } from '../access/configuration.js';
import { redactTokens } from '../access/redaction.js';
import { isEqual } from '../codec/equality.js';
import { integer, oneOf } from '../codec/codec.js';
import { OperationCalls } from '../access/operation-limit.js';
import type { Device } from '../devices/device.js';
import { features } from '../feature.js';

const textOrNull = t.union([t.string, t.null]);

/** A listed address, and its place in the list, counted from 0. */
const ListedValue = t.readonly(
  t.type({ address: t.string, label: t.string, expiresAt: textOrNull, place: integer(0, 2 ** 32) }),
);
export type ListedValue = t.TypeOf<typeof ListedValue>;

/** A whole device that was added, revoked or removed: its settings and its state. */
const DeviceValue = t.readonly(
  t.type({
    name: t.string,
    access: t.string,
    station: textOrNull,
    fixedAddress: textOrNull,
    features: t.readonlyArray(t.string),
    expiresAt: textOrNull,
    // Absent in what earlier versions have recorded.
    panel: t.union([textOrNull, t.undefined]),
    operations: t.union([OperationCalls, t.undefined]),
    state: oneOf('active', 'revoked'),
  }),
);
export type DeviceValue = t.TypeOf<typeof DeviceValue>;

/** The end of a replaced token. */
const OldTokenValue = t.readonly(t.type({ state: oneOf('active', 'revoked'), endsAt: t.string }));

/** The value of a field; null for none. */
export const FieldValue = t.union([
  t.null,
  t.boolean,
  t.string,
  t.readonlyArray(t.string),
  OperationCalls,
  ListedValue,
  DeviceValue,
  OldTokenValue,
]);
export type FieldValue = t.TypeOf<typeof FieldValue>;

/**
 * A field before and after a change. `subject` is a path such as `access.apiEnabled` or `devices.<id>.name`, `device` the
 * name of its device, null for others. `redacted` states whether a value contained a token.
 */
export const ChangedField = t.readonly(
  t.type({
    subject: t.string,
    device: textOrNull,
    before: FieldValue,
    after: FieldValue,
    redacted: t.boolean,
  }),
  'ChangedField',
);
export type ChangedField = t.TypeOf<typeof ChangedField>;

/** A field without the name of its device. */
type PlainField = Pick<ChangedField, 'subject' | 'before' | 'after'>;

/** The most fields of one change that are recorded. */
export const maxChangedFields = 5_000;

const differing = (fields: readonly PlainField[]): readonly PlainField[] =>
  fields.filter(({ before, after }) => !isEqual(before, after));

/** Returns the path of a listed entry. */
export const listedSubject = ({ address, label, expiresAt }: ListedEntry): string =>
  `access.listed.${JSON.stringify(expiresAt === undefined ? [address, label] : [address, label, expiresAt])}`;

const listedValues = (entries: AccessSettings['listedDevices']): ReadonlyMap<string, ListedValue> =>
  new Map(
    entries.map(({ address, label, expiresAt }, place) => [
      listedSubject({ address, label, expiresAt }),
      { address, label, expiresAt: expiresAt ?? null, place },
    ]),
  );

/** The listed entries that only one of the two lists has. Their order alone is no field. */
const listedFields = (before: AccessSettings, after: AccessSettings): readonly PlainField[] => {
  const [old, present] = [listedValues(before.listedDevices), listedValues(after.listedDevices)];
  return [...new Set([...old.keys(), ...present.keys()])]
    .filter((subject) => old.has(subject) !== present.has(subject))
    .map((subject) => ({ subject, before: old.get(subject) ?? null, after: present.get(subject) ?? null }));
};

/** The settings of the Access section beside the list. */
export const accessSettings = ['apiEnabled', 'accessWithoutToken', 'legacyAuthorization'] as const;

const accessFields = (before: AccessSettings, after: AccessSettings): readonly PlainField[] => [
  ...differing(accessSettings.map((name) => ({ subject: `access.${name}`, before: before[name], after: after[name] }))),
  ...listedFields(before, after),
];

const kinds = ['read', 'control'] as const;

const featureFields = (before: FeatureSwitches, after: FeatureSwitches): readonly PlainField[] =>
  differing(
    features.flatMap((feature) =>
      kinds.map((kind) => ({
        subject: `features.${feature}.${kind}`,
        before: before[feature][kind],
        after: after[feature][kind],
      })),
    ),
  );

/** The settings of a device that an operator changes. */
export const deviceSettings = [
  'name',
  'access',
  'station',
  'fixedAddress',
  'features',
  'expiresAt',
  'panel',
  'operations',
] as const;

const deviceValue = (device: Device | undefined): DeviceValue | null => {
  if (device === undefined) return null;
  const { name, access, station, fixedAddress, features: names, expiresAt, panel, operations, state } = device;
  return { name, access, station, fixedAddress, features: names, expiresAt, panel, operations, state };
};

const oldTokenValue = ({ oldToken }: Device): FieldValue =>
  oldToken && { state: oldToken.state, endsAt: oldToken.endsAt };

const tokenFields = (path: string, before: Device, after: Device): readonly PlainField[] => [
  ...(before.tokenHash === after.tokenHash
    ? []
    : [{ subject: `${path}.tokenHash`, before: before.issuedAt, after: after.issuedAt }]),
  ...(isEqual(before.oldToken, after.oldToken)
    ? []
    : [{ subject: `${path}.oldToken`, before: oldTokenValue(before), after: oldTokenValue(after) }]),
];

const changesOfDevice = (id: string, before?: Device, after?: Device): readonly PlainField[] => {
  const path = `devices.${id}`;
  if (before === undefined || after?.state !== before.state)
    return [{ subject: path, before: deviceValue(before), after: deviceValue(after) }];
  const settings = deviceSettings.map((name) => ({
    subject: `${path}.${name}`,
    before: before[name],
    after: after[name],
  }));
  return [...differing(settings), ...tokenFields(path, before, after)];
};

const byId = (devices: readonly Device[]): ReadonlyMap<string, Device> =>
  new Map(devices.map((device) => [device.id, device]));

const deviceFields = (before: readonly Device[], after: readonly Device[]): readonly ChangedField[] => {
  const [old, present] = [byId(before), byId(after)];
  const names = new Map([...before, ...after].map(({ id, name }) => [id, name]));
  return [...names].flatMap(([id, device]) => {
    const [was, is] = [old.get(id), present.get(id)];
    if (was === is) return [];
    return changesOfDevice(id, was, is).map((field) => ({ ...field, device, redacted: false }));
  });
};

/**
 * Returns the fields that differ between two configurations. A device that was added, revoked or removed is one field. A
 * replaced token shows when each was made, and no hash.
 */
export const changedFields = (before: AccessConfiguration, after: AccessConfiguration): readonly ChangedField[] => [
  ...[...accessFields(before.access, after.access), ...featureFields(before.features, after.features)].map((field) => ({
    ...field,
    device: null,
    redacted: false,
  })),
  ...deviceFields(before.devices, after.devices),
];

const redactedTexts = (value: unknown): unknown => {
  if (typeof value === 'string') return redactTokens(value);
  if (Array.isArray(value)) return value.map(redactedTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, redactedTexts(one)]));
};

const redactedValue = (value: FieldValue): FieldValue => redactedTexts(value) as FieldValue;

/** Returns a field with tokens replaced by `***` in all its texts: a name and a label may contain anything. */
export const redactedField = (field: ChangedField): ChangedField => {
  const [before, after] = [redactedValue(field.before), redactedValue(field.after)];
  return {
    subject: redactTokens(field.subject),
    device: field.device === null ? null : redactTokens(field.device),
    before,
    after,
    redacted: !isEqual(before, field.before) || !isEqual(after, field.after),
  };
};
