// Names what a change of an access configuration concerns, so that later changes of the same can be found.
import type { AccessConfiguration, AccessSettings, FeatureSwitches } from '../access/configuration.js';
import type { Device } from '../devices/device.js';
import { features } from '../feature.js';

/** The most listed addresses that are named one by one. */
const maxListed = 50;

/** The most devices whose settings are named one by one, and the most that are named. */
const maxDetailed = 50;
const maxNamed = 200;

const settings = ['apiEnabled', 'accessWithoutToken', 'legacyAuthorization'] as const;

type Listed = AccessSettings['listedDevices'];

const keyOf = ({ address, label, expiresAt }: Listed[number]): string =>
  JSON.stringify(expiresAt === undefined ? [address, label] : [address, label, expiresAt]);

const entriesOf = (listed: Listed): ReadonlySet<string> => new Set(listed.map(keyOf));

const listedSubjects = (before: Listed, after: Listed): readonly string[] => {
  const [old, present] = [entriesOf(before), entriesOf(after)];
  const changed = [...new Set([...old, ...present])].filter((entry) => old.has(entry) !== present.has(entry));
  return changed.length > maxListed ? ['access.listed'] : changed.map((entry) => `access.listed.${entry}`);
};

const accessSubjects = (before: AccessSettings, after: AccessSettings): readonly string[] => [
  ...settings.filter((name) => before[name] !== after[name]).map((name) => `access.${name}`),
  ...listedSubjects(before.listedDevices, after.listedDevices),
];

const kinds = ['read', 'control'] as const;

const featureSubjects = (before: FeatureSwitches, after: FeatureSwitches): readonly string[] =>
  features.flatMap((feature) =>
    kinds.filter((kind) => before[feature][kind] !== after[feature][kind]).map((kind) => `features.${feature}.${kind}`),
  );

const fields = ['name', 'access', 'station', 'fixedAddress', 'features', 'expiresAt', 'tokenHash', 'oldToken'] as const;

const deviceSubjects = (id: string, before?: Device, after?: Device): readonly string[] => {
  if (before?.state !== after?.state) return [`devices.${id}`];
  return fields
    .filter((field) => JSON.stringify(before?.[field]) !== JSON.stringify(after?.[field]))
    .map((field) => `devices.${id}.${field}`);
};

const byId = (devices: readonly Device[]): ReadonlyMap<string, Device> =>
  new Map(devices.map((device) => [device.id, device]));

const devicesSubjects = (before: readonly Device[], after: readonly Device[]): readonly string[] => {
  const [old, present] = [byId(before), byId(after)];
  const changed = [...new Set([...old.keys(), ...present.keys()])]
    .map((id) => ({ id, paths: deviceSubjects(id, old.get(id), present.get(id)) }))
    .filter(({ paths }) => paths.length > 0);
  if (changed.length > maxNamed) return ['devices'];
  return changed.length > maxDetailed
    ? changed.map(({ id }) => `devices.${id}`)
    : changed.flatMap(({ paths }) => paths);
};

/**
 * Returns what differs between two configurations, as paths such as `access.apiEnabled`. The path of a device that was
 * added, revoked or removed ends with its id, and contains all paths of its settings. So does that of each of more than 50
 * devices; more than 200 are `devices`.
 */
export const changedSubjects = (before: AccessConfiguration, after: AccessConfiguration): readonly string[] => [
  ...accessSubjects(before.access, after.access),
  ...featureSubjects(before.features, after.features),
  ...devicesSubjects(before.devices, after.devices),
];

/** Whether a later change of `later` leaves nothing of an earlier change of `earlier`. */
export const supersedes = (later: string, earlier: string): boolean =>
  earlier === later || earlier.startsWith(`${later}.`);
