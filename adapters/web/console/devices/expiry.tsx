// The field for the expiry of a token, in the browser's time zone.
import { t } from '@lingui/core/macro';
import type { ReactElement } from 'react';
import type { DeviceSettings } from '../api/contract.js';
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

interface ExpiryFieldProps {
  readonly value: Expiry;
  readonly onChange: (expiresAt: Expiry) => void;
  readonly error: string | undefined;
}

export const ExpiryField = ({ value, onChange, error }: ExpiryFieldProps): ReactElement => (
  <TextField
    label={t`Expiry (optional)`}
    hint={t`When the token stops working, in your time zone. If empty, it doesn’t expire.`}
    type="datetime-local"
    value={toFieldValue(value)}
    onChange={(text) => {
      onChange(fromFieldValue(text));
    }}
    error={error}
  />
);
