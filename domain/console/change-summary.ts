// Summarizes a change of an access configuration for people, without any secret.
import type { AccessConfiguration, AccessSettings, FeatureSwitches } from '../access/configuration.js';
import { limitText } from '../access/operation-limit.js';
import type { Device } from '../devices/device.js';
import { features } from '../feature.js';

/** Maximum number of parts that a summary lists. */
const maxListedParts = 6;

const onOff = (on: boolean): string => (on ? 'on' : 'off');

const lanAccess: Readonly<Record<AccessSettings['accessWithoutToken'], string>> = {
  off: 'off',
  listed: 'listed devices',
  whole_lan: 'whole LAN',
};

type ListedDevices = AccessSettings['listedDevices'];

const entryKey = ({ address, label, expiresAt }: ListedDevices[number]): string =>
  JSON.stringify([address, label, expiresAt]);

const until = ({ expiresAt }: ListedDevices[number]): string => (expiresAt === undefined ? '' : ` until ${expiresAt}`);

const missingEntries = (verb: string, from: ListedDevices, others: ListedDevices): readonly string[] => {
  const known = new Set(others.map(entryKey));
  return from
    .filter((entry) => !known.has(entryKey(entry)))
    .map((entry) => `${verb} ${entry.address} "${entry.label}"${until(entry)}`);
};

/** The changes in the Access section. */
const accessParts = (before: AccessSettings, after: AccessSettings): readonly string[] => [
  ...(before.apiEnabled === after.apiEnabled ? [] : [`API switched ${onOff(after.apiEnabled)}`]),
  ...(before.accessWithoutToken === after.accessWithoutToken
    ? []
    : [`access without a token: ${lanAccess[after.accessWithoutToken]}`]),
  ...(before.legacyAuthorization === after.legacyAuthorization
    ? []
    : [`legacy authorization switched ${onOff(after.legacyAuthorization)}`]),
  ...missingEntries('listed', after.listedDevices, before.listedDevices),
  ...missingEntries('no longer listed', before.listedDevices, after.listedDevices),
];

const accessKinds = ['read', 'control'] as const;

/** The changes in the Features section. */
const featureParts = (before: FeatureSwitches, after: FeatureSwitches): readonly string[] =>
  features.flatMap((feature) =>
    accessKinds
      .filter((kind) => before[feature][kind] !== after[feature][kind])
      .map((kind) => `${feature}: ${kind} switched ${onOff(after[feature][kind])}`),
  );

const fieldNames = {
  name: 'name',
  access: 'access',
  station: 'station',
  fixedAddress: 'fixed address',
  features: 'features',
  expiresAt: 'expiry',
  panel: 'panel',
  operations: 'operations',
} as const satisfies Partial<Record<keyof Device, string>>;

type Field = keyof typeof fieldNames;

const fields = Object.keys(fieldNames) as readonly Field[];

const accessNames: Readonly<Record<Device['access'], string>> = {
  read_only: 'Read only',
  read_and_control: 'Read and control',
};

const formatted = (device: Device, field: Field): string => {
  if (field === 'access') return accessNames[device.access];
  if (field === 'operations') return device.operations.length === 0 ? 'all' : limitText(device.operations);
  const value = device[field];
  if (value === null) return 'none';
  if (typeof value === 'string') return `"${value}"`;
  return value.length === 0 ? 'all' : value.join(' ');
};

const settingParts = (before: Device, after: Device): readonly string[] =>
  fields
    .map((field) => ({
      name: fieldNames[field],
      old: formatted(before, field),
      now: formatted(after, field),
    }))
    .filter(({ old, now }) => old !== now)
    .map(({ name, old, now }) => `device "${before.name}": ${name}: ${old} → ${now}`);

const tokenParts = (before: Device, { name, tokenHash, oldToken }: Device): readonly string[] => {
  if (oldToken === null) return [];
  if (tokenHash === before.tokenHash)
    return oldToken.state === before.oldToken?.state ? [] : [`ended the old token of device "${name}"`];
  const end = oldToken.state === 'revoked' ? 'the old one ended at once' : `the old one ends ${oldToken.endsAt}`;
  return [`replaced the token of device "${name}", ${end}`];
};

const changedParts = (before: Device, after: Device): readonly string[] =>
  after.state === before.state
    ? [...tokenParts(before, after), ...settingParts(before, after)]
    : [`revoked device "${after.name}"`];

type DevicesById = ReadonlyMap<string, Device>;

const byId = (devices: readonly Device[]): DevicesById => new Map(devices.map((device) => [device.id, device]));

const missing = (from: DevicesById, others: DevicesById): readonly Device[] =>
  [...from.values()].filter(({ id }) => !others.has(id));

/** The changes in the Devices section. */
const deviceParts = (before: DevicesById, after: DevicesById): readonly string[] => [
  ...missing(after, before).map(({ name }) => `added device "${name}"`),
  ...missing(before, after).map(({ name }) => `removed device "${name}"`),
  ...[...before].flatMap(([id, old]) => {
    const device = after.get(id);
    return device === undefined ? [] : changedParts(old, device);
  }),
];

/** Returns the differences between two configurations as one line. */
export const summarize = (before: AccessConfiguration, after: AccessConfiguration): string => {
  const parts = [
    ...accessParts(before.access, after.access),
    ...featureParts(before.features, after.features),
    ...deviceParts(byId(before.devices), byId(after.devices)),
  ];
  const more = parts.length > maxListedParts ? [`and ${String(parts.length - maxListedParts)} more`] : [];
  return parts.length === 0 ? 'order changed' : [...parts.slice(0, maxListedParts), ...more].join('; ');
};
