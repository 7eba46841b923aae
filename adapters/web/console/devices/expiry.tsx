// The expiry of a token: its field, its check, and its times in the browser's time zone.
import type { ReactElement } from 'react';
import type { DeviceSettings } from '../api/contract.js';
import { check, DeviceSettings as DeviceRules, noErrors, type FieldErrors } from '../api/rules.js';
import { TextField } from '../ui/text-field.js';

type Expiry = DeviceSettings['expiresAt'];

const padded = (value: number, length = 2): string => String(value).padStart(length, '0');

/** Returns a time as the value of a field for date and time; empty for null. */
const toFieldValue = (time: Expiry): string => {
  if (time === null) return '';
  const date = new Date(time);
  const day = [padded(date.getFullYear(), 4), padded(date.getMonth() + 1), padded(date.getDate())].join('-');
  return `${day}T${padded(date.getHours())}:${padded(date.getMinutes())}`;
};

/** Returns the time of such a field, ISO 8601 in UTC; null if it is empty. */
const fromFieldValue = (value: string): Expiry => (value === '' ? null : new Date(value).toISOString());

const isPast = (time: Expiry): boolean => time !== null && new Date(time).getTime() <= Date.now();

/** Returns an error for an expiry in the past. An expiry that is not changed may be. */
export const checkExpiry = (expiresAt: Expiry, saved: Expiry = null): FieldErrors =>
  isPast(expiresAt) && expiresAt !== saved ? { expiresAt: 'Enter a time in the future.' } : noErrors;

/** Validates the settings of a device. `saved` is the expiry that the console has stored. */
export const checkDevice = (settings: DeviceSettings, saved: Expiry = null): FieldErrors => ({
  ...checkExpiry(settings.expiresAt, saved),
  ...check(DeviceRules, settings),
});

/** Returns the expiry of a device unless it has passed. */
export const futureExpiry = (expiresAt: Expiry): Expiry => (isPast(expiresAt) ? null : expiresAt);

interface ExpiryFieldProps {
  readonly value: Expiry;
  readonly onChange: (expiresAt: Expiry) => void;
  readonly error: string | undefined;
}

export const ExpiryField = ({ value, onChange, error }: ExpiryFieldProps): ReactElement => (
  <TextField
    label="Expiry (optional)"
    hint="When the token stops working, in your time zone. If empty, it doesn’t expire."
    type="datetime-local"
    value={toFieldValue(value)}
    onChange={(text) => {
      onChange(fromFieldValue(text));
    }}
    error={error}
  />
);
