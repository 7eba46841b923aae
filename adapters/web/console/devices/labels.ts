// Labels for the settings of a device.
import type { DeviceSettings } from '../api/contract.js';
import { featureNames } from '../api/rules.js';
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
    ['Token expires', expiryLabel(device.expiresAt)],
  ]);

const count = new Intl.NumberFormat('en');

/** Returns a number of devices in words. */
export const devicesText = (devices: number): string =>
  devices === 1 ? '1 device' : `${count.format(devices)} devices`;
