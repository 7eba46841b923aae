// The text by which console and service compare an access configuration.
import { AccessConfiguration } from './configuration.js';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : 1;

/** Fields that earlier versions don't know are left out where they say nothing, so that they don't differ for such services. */
const isUnused = (name: string, value: unknown): boolean =>
  (name === 'panel' && value === null) || (name === 'operations' && Array.isArray(value) && value.length === 0);

const withSortedFields = (name: string, value: unknown): unknown => {
  if (isUnused(name, value)) return undefined;
  return isRecord(value) ? Object.fromEntries(Object.entries(value).sort(byName)) : value;
};

/** Returns a configuration as JSON. It is the same for equal configurations, whatever the order of their fields. */
export const canonicalConfiguration = (configuration: AccessConfiguration): string =>
  JSON.stringify(AccessConfiguration.encode(configuration), withSortedFields);
