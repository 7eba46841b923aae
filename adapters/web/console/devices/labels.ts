// Labels for the settings of a device.
import type { DeviceSettings } from '../api/contract.js';
import { featureNames, operationText } from '../api/rules.js';
import type { DescribedSettings } from '../settings/difference.js';
import type { Option } from '../ui/option.js';

export const accessOptions: readonly Option<DeviceSettings['access']>[] = [
  { value: 'read_only', label: 'Read only', explanation: 'Can see the state, but not trigger actions.' },
  { value: 'read_and_control', label: 'Read and control', explanation: 'Can also trigger actions.' },
];

export const accessLabel = (access: DeviceSettings['access']): string =>
  accessOptions.find(({ value }) => value === access)?.label ?? access;

export const featuresLabel = (features: DeviceSettings['features']): string =>
  features.length === 0 ? 'All features' : features.map((feature) => featureNames[feature]).join(', ');

/** Returns the operations that a device is limited to, in words. */
export const operationsLabel = (operations: DeviceSettings['operations'] = []): string =>
  operations.length === 0 ? 'Any' : operations.map(operationText).join(', ');

/** Returns what a device is limited to, beside a station and an address, in words. */
export const limitsLabel = ({
  features,
  panel,
  operations,
}: Pick<DeviceSettings, 'features' | 'panel' | 'operations'>): string =>
  [
    ...(features.length === 0 && (panel !== null || operations.length > 0) ? [] : [featuresLabel(features)]),
    ...(panel === null ? [] : [`The keys of the panel “${panel}”`]),
    ...(operations.length === 0 ? [] : [`Only ${operationsLabel(operations)}`]),
  ].join('; ');

const minuteFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** Returns an ISO-8601 time as date, hour and minute. */
export const minuteText = (time: string): string => minuteFormat.format(new Date(time));

const expiryLabel = (expiresAt: DeviceSettings['expiresAt']): string =>
  expiresAt === null ? 'Never' : minuteText(expiresAt);

/** Returns labels and values of the settings. */
export const describeDevice = (device: DeviceSettings): DescribedSettings =>
  new Map([
    ['Name', device.name],
    ['Access', accessLabel(device.access)],
    ['Station', device.station ?? 'Any'],
    ['Fixed address', device.fixedAddress ?? 'Any'],
    ['Features', featuresLabel(device.features)],
    ['Panel', device.panel ?? 'None'],
    ['Operations', operationsLabel(device.operations)],
    ['Token expires', expiryLabel(device.expiresAt)],
  ]);

const count = new Intl.NumberFormat('en');

/** Returns a number of devices in words. */
export const devicesText = (devices: number): string =>
  devices === 1 ? '1 device' : `${count.format(devices)} devices`;
