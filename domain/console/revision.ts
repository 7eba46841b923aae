// Revisions of an access configuration: detects changes and assigns versions.
import type { AccessConfiguration } from '../access/configuration.js';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Whether two JSON values are equal, ignoring the order of fields. */
const isEqual = (one: unknown, other: unknown): boolean => {
  if (!isObject(one) || !isObject(other)) return one === other;
  const fields = Object.entries(one);
  return (
    Array.isArray(one) === Array.isArray(other) &&
    fields.length === Object.keys(other).length &&
    fields.every(([key, value]) => Object.hasOwn(other, key) && isEqual(value, other[key as keyof object]))
  );
};

/**
 * Returns `before` when nothing has changed, else `after` with the next version. The version is also above the one the
 * service applied, which is higher after the console was restored from an old backup.
 */
export const revise = (
  before: AccessConfiguration,
  after: AccessConfiguration,
  appliedVersion: number | null,
): AccessConfiguration =>
  isEqual(before, after) ? before : { ...after, version: Math.max(before.version, appliedVersion ?? 0) + 1 };
