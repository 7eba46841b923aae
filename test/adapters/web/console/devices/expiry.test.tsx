// The expiry of a device: the field, and what is valid.
import { expect, it, vi } from 'vitest';
import { ExpiryField } from '../../../../../adapters/web/console/devices/expiry.js';
import { checkExpiry, futureExpiry } from '../../../../../adapters/web/console/devices/expiry-rules.js';
import { field, show } from '../../page-bench.js';

const past = '2020-01-01T00:00:00.000Z';
const future = '2999-01-01T00:00:00.000Z';

it.each([
  ['Pacific/Auckland', '2027-03-15T01:30'],
  ['America/New_York', '2027-03-14T08:30'],
])('an expiry is entered in the time zone of the browser: %s', (zone, value) => {
  vi.stubEnv('TZ', zone);
  show(<ExpiryField value="2027-03-14T12:30:00.000Z" onChange={() => undefined} error={undefined} />);
  expect(field('Expiry (optional)').value).toBe(value);
});

it('an expiry must be in the future, unless it is not changed', () => {
  const error = { expiresAt: 'Enter a time in the future.' };
  expect([checkExpiry(null), checkExpiry(future), checkExpiry(past, past)]).toEqual([{}, {}, {}]);
  expect([checkExpiry(past), checkExpiry(past, future)]).toEqual([error, error]);
});

it('an expiry is not copied once it has passed', () => {
  expect([past, future, null].map(futureExpiry)).toEqual([null, future, null]);
});
