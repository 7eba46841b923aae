// The checks of an expiry of a token.
import { t } from '@lingui/core/macro';
import type { DeviceSettings } from '../api/contract.js';
import { check, DeviceSettings as DeviceRules, noErrors, type FieldErrors } from '../api/rules.js';

type Expiry = DeviceSettings['expiresAt'];

const isPast = (time: Expiry): boolean => time !== null && new Date(time).getTime() <= Date.now();

/** Returns an error for an expiry in the past. An expiry that is not changed may be. */
export const checkExpiry = (expiresAt: Expiry, saved: Expiry = null): FieldErrors =>
  isPast(expiresAt) && expiresAt !== saved ? { expiresAt: t`Enter a time in the future.` } : noErrors;

/** Validates the settings of a device. `saved` is the expiry that the console has stored. */
export const checkDevice = (settings: DeviceSettings, saved: Expiry = null): FieldErrors => ({
  ...checkExpiry(settings.expiresAt, saved),
  ...check(DeviceRules, settings),
});

/** Returns the expiry of a device unless it has passed. */
export const futureExpiry = (expiresAt: Expiry): Expiry => (isPast(expiresAt) ? null : expiresAt);
