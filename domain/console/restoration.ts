// Restores earlier settings of a configuration from the recorded fields of its changes. Tokens, and devices that were
// revoked or removed, are never restored.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import {
  maxListedDevices,
  type AccessConfiguration,
  type AccessSettings,
  type FeatureSwitches,
} from '../access/configuration.js';
import { changeDevice, type Devices, type DeviceSettings } from '../devices/device.js';
import { failure, type Failure } from '../failure.js';
import { features, type Feature } from '../feature.js';
import {
  accessSettings,
  deviceSettings,
  listedSubject,
  type ChangedField,
  type FieldValue,
  type ListedValue,
} from './changed-fields.js';
import { supersedes } from './changed-subjects.js';
import { historySections, prefixesOf } from './history-section.js';

/** What is restored: the fields of one change, or its whole section as it was before. */
export type RestoreScope = 'change' | 'section';

/** A change with its recorded fields. */
export interface RecordedChange {
  readonly id: number;
  /** The endpoint's name, such as `access.set`. */
  readonly action: string;
  /** Undefined if the fields were not recorded. */
  readonly fields?: readonly ChangedField[] | undefined;
  /** What was changed, as `subjectsOf` names it; undefined if that was not recorded. */
  readonly subjects?: readonly string[] | undefined;
}

/** Earlier values by the path of their field. */
export type EarlierValues = ReadonlyMap<string, FieldValue>;

/** Returns the section of a path; a device is a section of its own. */
export const sectionOf = (subject: string): string =>
  subject
    .split('.')
    .slice(0, subject.startsWith('devices.') ? 2 : 1)
    .join('.');

const settingOfDevice = (subject: string): string => subject.slice(sectionOf(subject).length + 1);

/** Whether a field can be restored: it is a setting, and its value was recorded completely. */
export const isRestorable = ({ subject, redacted }: Pick<ChangedField, 'subject' | 'redacted'>): boolean =>
  !redacted && (!subject.startsWith('devices.') || deviceSettings.some((name) => name === settingOfDevice(subject)));

/** Whether a change may have changed a section: by its subjects, or by its action if these were not recorded. */
const mayConcern = ({ action, subjects }: RecordedChange, section: string): boolean =>
  subjects === undefined
    ? historySections
        .map(prefixesOf)
        .some((prefixes) => `${section}.`.startsWith(prefixes.subject) && action.startsWith(prefixes.action))
    : subjects.some((subject) => supersedes(section, subject) || supersedes(subject, section));

/** Whether a change without recorded fields may have changed one of some sections. */
const isUnknown = (change: RecordedChange, sections: ReadonlySet<string>): boolean =>
  change.fields === undefined && [...sections].some((section) => mayConcern(change, section));

const notRecorded = failure('conflict', 'the change was recorded without the values before it, so it cannot be undone');

const nothingToRestore = failure(
  'conflict',
  'the change concerns no settings that can be restored: tokens, and devices that were added, revoked or removed, cannot',
);

const unknownSince = failure(
  'conflict',
  'a later change was recorded without its values, so the whole section cannot be restored; restore single changes',
);

/**
 * Returns the values before a change. `changes` begin with that change, and contain all later ones in their order. With the
 * scope `section`, the later changes of the same section, or of the same devices, are taken back too.
 */
export const earlierValues = (
  [change, ...later]: readonly [RecordedChange, ...RecordedChange[]],
  scope: RestoreScope,
): E.Either<Failure, EarlierValues> => {
  if (change.fields === undefined) return E.left(notRecorded);
  const own = change.fields.filter(isRestorable);
  if (own.length === 0) return E.left(nothingToRestore);
  const sections = new Set(own.map(({ subject }) => sectionOf(subject)));
  if (scope === 'section' && later.some((one) => isUnknown(one, sections))) return E.left(unknownSince);
  const since = scope === 'change' ? [] : later.flatMap(({ fields = [] }) => fields.filter(isRestorable));
  const values = new Map<string, FieldValue>();
  for (const { subject, before } of [...own, ...since])
    if (sections.has(sectionOf(subject)) && !values.has(subject)) values.set(subject, before);
  return E.right(values);
};

/** Returns the later changes that concern any of the values: they are lost when these are restored. */
export const changesLost = <A extends RecordedChange>(later: readonly A[], values: EarlierValues): readonly A[] =>
  later.filter(({ fields = [] }) => fields.some(({ subject }) => values.has(subject)));

const isListedValue = (value: FieldValue | undefined): value is ListedValue =>
  typeof value === 'object' && value !== null && 'address' in value;

/** Puts entries back at their places, and takes out those that were added since. */
const withListed = (
  listed: AccessSettings['listedDevices'],
  values: EarlierValues,
): AccessSettings['listedDevices'] => {
  const entries = listed.filter((entry) => !values.has(listedSubject(entry)));
  const back = [...values.values()].filter(isListedValue).toSorted((one, other) => one.place - other.place);
  for (const { place, address, label, expiresAt } of back)
    entries.splice(place, 0, expiresAt === null ? { address, label } : { address, label, expiresAt });
  return entries;
};

const withAccess = (access: AccessSettings, values: EarlierValues): AccessSettings => {
  const settings = accessSettings
    .map((name) => [name, values.get(`access.${name}`)] as const)
    .filter(([, value]) => value !== undefined);
  return {
    ...access,
    ...(Object.fromEntries(settings) as Partial<AccessSettings>),
    listedDevices: withListed(access.listedDevices, values),
  };
};

const withFeatures = (switches: FeatureSwitches, values: EarlierValues): FeatureSwitches => {
  const valueOf = (feature: Feature, kind: 'read' | 'control'): boolean => {
    const value = values.get(`features.${feature}.${kind}`);
    return typeof value === 'boolean' ? value : switches[feature][kind];
  };
  const restored = features.map((feature) => [
    feature,
    { read: valueOf(feature, 'read'), control: valueOf(feature, 'control') },
  ]);
  return Object.fromEntries(restored) as FeatureSwitches;
};

/** Returns the earlier settings of each device that is still listed. */
const settingsByDevice = (devices: Devices, values: EarlierValues): ReadonlyMap<string, Partial<DeviceSettings>> =>
  new Map(
    devices.map(({ id }) => {
      const settings = deviceSettings
        .map((name) => [name, values.get(`devices.${id}.${name}`)] as const)
        .filter(([, value]) => value !== undefined);
      return [id, Object.fromEntries(settings)];
    }),
  );

const withDevices = (devices: Devices, values: EarlierValues): E.Either<Failure, Devices> => {
  let restored: E.Either<Failure, Devices> = E.right(devices);
  for (const [id, settings] of settingsByDevice(devices, values))
    if (Object.keys(settings).length > 0) restored = E.chain(changeDevice(id, settings))(restored);
  return restored;
};

const listIsFull = failure(
  'conflict',
  `the list of addresses would have more than ${String(maxListedDevices)} entries; remove some that are not needed`,
);

/**
 * Returns a configuration with earlier values. Settings of devices that are no longer listed are left out. Returns a
 * `conflict` if another device has taken the name of one, or if there would be too many listed addresses.
 */
export const restored = (
  configuration: AccessConfiguration,
  values: EarlierValues,
): E.Either<Failure, AccessConfiguration> => {
  const access = withAccess(configuration.access, values);
  if (access.listedDevices.length > maxListedDevices) return E.left(listIsFull);
  return pipe(
    withDevices(configuration.devices, values),
    E.map((devices) => ({ ...configuration, access, features: withFeatures(configuration.features, values), devices })),
  );
};
