// Revisions of an access configuration: detects changes and assigns versions.
import { maxVersion, type AccessConfiguration } from '../access/configuration.js';
import { isEqual } from '../codec/equality.js';

/**
 * The highest version of a service that a console moves past (CONFIG-11). It leaves 2^32 versions for changes, so no
 * service can use up the versions of its studio.
 */
export const maxSupersededVersion = maxVersion - 2 ** 32;

const orLower = (version: number): number => (version > maxSupersededVersion ? 0 : version);

/** Whether a service has a version in force that the console's configuration can't supersede. */
export const isOutOfReach = (configuration: AccessConfiguration, appliedVersion: number): boolean =>
  appliedVersion > Math.max(configuration.version, maxSupersededVersion);

/**
 * Returns the configuration with a version above the one that the service applied, which is higher after the console was
 * restored from an old backup (CONFIG-10). Returns the same object if it isn't behind, or if the version is out of reach.
 */
export const moveAhead = (configuration: AccessConfiguration, appliedVersion: number): AccessConfiguration =>
  orLower(appliedVersion) > configuration.version ? { ...configuration, version: appliedVersion + 1 } : configuration;

/**
 * Returns the configuration with the next version, so that it is sent again to a service that has another one of this
 * version in force (CONFIG-15). Returns the same object if only versions for changes are left.
 */
export const sendAgain = (configuration: AccessConfiguration): AccessConfiguration =>
  configuration.version < maxSupersededVersion
    ? { ...configuration, version: configuration.version + 1 }
    : configuration;

/**
 * Returns `before` when nothing has changed, else `after` with the next version. The version is also above the one the
 * service applied, unless that one is out of reach.
 */
export const revise = (
  before: AccessConfiguration,
  after: AccessConfiguration,
  appliedVersion: number | null,
): AccessConfiguration =>
  isEqual(before, after) ? before : { ...after, version: Math.max(before.version, orLower(appliedVersion ?? 0)) + 1 };
