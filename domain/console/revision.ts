// Revisions of an access configuration: when a change counts as one, and which version it gets.
import type { AccessConfiguration } from '../access/configuration.js';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Whether two JSON values are the same, whatever the order of their fields. */
const same = (one: unknown, other: unknown): boolean => {
  if (!isObject(one) || !isObject(other)) return one === other;
  const fields = Object.entries(one);
  return (
    Array.isArray(one) === Array.isArray(other) &&
    fields.length === Object.keys(other).length &&
    fields.every(([key, value]) => Object.hasOwn(other, key) && same(value, other[key as keyof object]))
  );
};

/**
 * The configuration after a change: `before` itself when nothing has changed, else one version on. The version is also
 * ahead of the one the service holds, which is the higher one after the console was restored from an old copy.
 */
export const revise = (
  before: AccessConfiguration,
  after: AccessConfiguration,
  appliedVersion: number | null,
): AccessConfiguration =>
  same(before, after) ? before : { ...after, version: Math.max(before.version, appliedVersion ?? 0) + 1 };
