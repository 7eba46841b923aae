// Labels for the settings of a device.
import { t } from '@lingui/core/macro';
import { locale } from '../../messages/i18n.js';
import type { DeviceSettings } from '../api/contract.js';
import { featureNames, operationText } from '../api/rules.js';
import type { DescribedSettings } from '../settings/difference.js';
import type { Option } from '../ui/option.js';

export const accessOptions: readonly Option<DeviceSettings['access']>[] = [
  { value: 'read_only', label: t`Read only`, explanation: t`Can see the state, but not trigger actions.` },
  { value: 'read_and_control', label: t`Read and control`, explanation: t`Can also trigger actions.` },
];

export const accessLabel = (access: DeviceSettings['access']): string =>
  accessOptions.find(({ value }) => value === access)?.label ?? access;

export const featuresLabel = (features: DeviceSettings['features']): string =>
  features.length === 0 ? t`All features` : features.map((feature) => featureNames[feature]).join(', ');

/** Returns the operations that a device is limited to, in words. */
export const operationsLabel = (operations: DeviceSettings['operations'] = []): string =>
  operations.length === 0 ? t`Any` : operations.map(operationText).join(', ');

/** Returns what a device is limited to, beside a station and an address, in words. */
export const limitsLabel = ({
  features,
  panel,
  operations,
}: Pick<DeviceSettings, 'features' | 'panel' | 'operations'>): string => {
  const names = operationsLabel(operations);
  return [
    ...(features.length === 0 && (panel !== null || operations.length > 0) ? [] : [featuresLabel(features)]),
    ...(panel === null ? [] : [t`The keys of the panel “${panel}”`]),
    ...(operations.length === 0 ? [] : [t`Only ${names}`]),
  ].join('; ');
};

const minuteFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });

/** Returns an ISO-8601 time as date, hour and minute. */
export const minuteText = (time: string): string => minuteFormat.format(new Date(time));

const expiryLabel = (expiresAt: DeviceSettings['expiresAt']): string =>
  expiresAt === null ? t`Never` : minuteText(expiresAt);

/** The labels of the settings, as forms show them. */
export const deviceLabels: Readonly<Record<keyof DeviceSettings, string>> = {
  name: t`Name`,
  access: t`Access`,
  station: t`Station`,
  fixedAddress: t`Fixed address`,
  features: t`Features`,
  panel: t`Panel`,
  operations: t`Operations`,
  expiresAt: t`Token expires`,
};

/** Returns the values of the settings in words. */
export const deviceTexts = (device: DeviceSettings): Readonly<Record<keyof DeviceSettings, string>> => ({
  name: device.name,
  access: accessLabel(device.access),
  station: device.station ?? t`Any`,
  fixedAddress: device.fixedAddress ?? t`Any`,
  features: featuresLabel(device.features),
  panel: device.panel ?? t({ message: 'None', context: 'panel' }),
  operations: operationsLabel(device.operations),
  expiresAt: expiryLabel(device.expiresAt),
});

/** Returns labels and values of the settings. */
export const describeDevice = (device: DeviceSettings): DescribedSettings => {
  const texts = deviceTexts(device);
  const fields = Object.keys(deviceLabels) as readonly (keyof DeviceSettings)[];
  return new Map(fields.map((field) => [deviceLabels[field], texts[field]]));
};
