// The text by which console and service compare an access configuration.
import { AccessConfiguration } from './configuration.js';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : 1;

const withSortedFields = (_: string, value: unknown): unknown =>
  isRecord(value) ? Object.fromEntries(Object.entries(value).sort(byName)) : value;

/** Returns a configuration as JSON. It is the same for equal configurations, whatever the order of their fields. */
export const canonicalConfiguration = (configuration: AccessConfiguration): string =>
  JSON.stringify(AccessConfiguration.encode(configuration), withSortedFields);
