// What a change of a configuration was, in a short sentence that people read; nothing secret is ever in it.
import type { AccessConfiguration, AccessSettings, FeatureSwitches } from '../access/configuration.js';
import type { Device } from '../devices/device.js';
import { features } from '../feature.js';

/** So many parts of a change are told one by one. */
const mostTold = 6;

const onOff = (on: boolean): string => (on ? 'on' : 'off');

const lanAccess: Readonly<Record<AccessSettings['accessWithoutToken'], string>> = {
  off: 'off',
  listed: 'listed devices',
  whole_lan: 'whole LAN',
};

type ListedDevices = AccessSettings['listedDevices'];

const listing = (word: string, from: ListedDevices, others: ListedDevices): readonly string[] =>
  from
    .filter((one) => !others.some(({ address, label }) => address === one.address && label === one.label))
    .map(({ address, label }) => `${word} ${address} "${label}"`);

/** What became different of the section Access. */
const accessParts = (before: AccessSettings, after: AccessSettings): readonly string[] => [
  ...(before.apiEnabled === after.apiEnabled ? [] : [`API switched ${onOff(after.apiEnabled)}`]),
  ...(before.accessWithoutToken === after.accessWithoutToken
    ? []
    : [`access without a token: ${lanAccess[after.accessWithoutToken]}`]),
  ...(before.legacyAuthorization === after.legacyAuthorization
    ? []
    : [`legacy authorization switched ${onOff(after.legacyAuthorization)}`]),
  ...listing('listed', after.listedDevices, before.listedDevices),
  ...listing('no longer listed', before.listedDevices, after.listedDevices),
];

const ways = ['read', 'control'] as const;

/** What became different of the section Features. */
const featureParts = (before: FeatureSwitches, after: FeatureSwitches): readonly string[] =>
  features.flatMap((feature) =>
    ways
      .filter((way) => before[feature][way] !== after[feature][way])
      .map((way) => `${feature}: ${way} switched ${onOff(after[feature][way])}`),
  );

const fields = ['name', 'access', 'station', 'fixedAddress', 'features'] as const;

const fieldNames: Readonly<Record<(typeof fields)[number], string>> = {
  name: 'name',
  access: 'access',
  station: 'station',
  fixedAddress: 'fixed address',
  features: 'features',
};

const shown = (value: Device[(typeof fields)[number]]): string => {
  if (value === null) return 'none';
  if (typeof value === 'string') return `"${value}"`;
  return value.length === 0 ? 'all' : value.join(' ');
};

const settingParts = (before: Device, after: Device): readonly string[] =>
  fields
    .filter((field) => shown(before[field]) !== shown(after[field]))
    .map((field) => `device "${before.name}": ${fieldNames[field]} now ${shown(after[field])}`);

const changedParts = (before: Device, after: Device): readonly string[] =>
  after.state === before.state ? settingParts(before, after) : [`revoked device "${after.name}"`];

const missing = (from: readonly Device[], others: readonly Device[]): readonly Device[] =>
  from.filter(({ id }) => !others.some((other) => other.id === id));

/** What became different of the section Devices. */
const deviceParts = (before: readonly Device[], after: readonly Device[]): readonly string[] => [
  ...missing(after, before).map(({ name }) => `added device "${name}"`),
  ...missing(before, after).map(({ name }) => `removed device "${name}"`),
  ...before.flatMap((was) => after.filter(({ id }) => id === was.id).flatMap((is) => changedParts(was, is))),
];

/** The difference between two configurations. */
export const summarize = (before: AccessConfiguration, after: AccessConfiguration): string => {
  const parts = [
    ...accessParts(before.access, after.access),
    ...featureParts(before.features, after.features),
    ...deviceParts(before.devices, after.devices),
  ];
  const more = parts.length > mostTold ? [`and ${String(parts.length - mostTold)} more`] : [];
  return parts.length === 0 ? 'order changed' : [...parts.slice(0, mostTold), ...more].join('; ');
};
