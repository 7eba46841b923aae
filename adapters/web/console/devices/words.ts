// A device's settings in words.
import type { DeviceSettings } from '../api/contract.js';
import { featureNames } from '../api/rules.js';
import type { DescribedDifference } from '../settings/difference.js';
import type { Option } from '../ui/one-of.js';

export const accessChoices: readonly Option<DeviceSettings['access']>[] = [
  { value: 'read_only', label: 'Read only', explanation: 'It sees states and moves nothing.' },
  { value: 'read_and_control', label: 'Read and control', explanation: 'It may also trigger actions.' },
];

export const accessName = (access: DeviceSettings['access']): string =>
  accessChoices.find(({ value }) => value === access)?.label ?? access;

export const featuresInWords = (features: DeviceSettings['features']): string =>
  features.length === 0 ? 'Every feature' : features.map((feature) => featureNames[feature]).join(', ');

/** The settings, one by one. */
export const tellDevice = (device: DeviceSettings): DescribedDifference =>
  new Map([
    ['Name', device.name],
    ['Access', accessName(device.access)],
    ['Station', device.station ?? 'any'],
    ['Fixed address', device.fixedAddress ?? 'any'],
    ['Features', featuresInWords(device.features)],
  ]);
