// The table of devices: its order, and how the settings of a device read.
import { expect, it } from 'vitest';
import { listDevices, selectDevices, type Sort } from '../../adapters/web/console/devices/device-list.js';
import { describeDevice } from '../../adapters/web/console/devices/labels.js';

type Overview = Parameters<typeof listDevices>[0][number];

const device = (name: string, tokenState: Overview['tokenState'], expiresAt: string | null): Overview =>
  ({
    id: name,
    name,
    access: 'read_only',
    features: [],
    station: null,
    fixedAddress: null,
    lastCall: null,
    oldToken: null,
    usage: 'never_used',
    tokenState,
    expiresAt,
  }) as unknown as Overview;

const names = (sort: Sort): readonly string[] =>
  selectDevices(
    listDevices([
      device('a', 'active', null),
      device('b', 'active', '2027-03-09T12:00:00.000Z'),
      device('c', 'expires_soon', '2027-03-05T12:00:00.000Z'),
      device('d', 'active', '2027-03-10T12:00:00.000Z'),
      device('e', 'revoked', null),
    ]),
    { search: '', mark: undefined, sort },
  ).shown.map(({ device: { name } }) => name);

it('@CONSOLE-8: devices are sorted by the expiry of their tokens: the next one first, those that never expire last', () => {
  expect(names({ column: 'token', isDescending: false })).toEqual(['c', 'b', 'd', 'a', 'e']);
  expect(names({ column: 'token', isDescending: true })).toEqual(['e', 'a', 'd', 'b', 'c']);
});

it('@CONSOLE-8: the token of a device without an expiry never expires', () => {
  expect(describeDevice(device('a', 'active', null)).get('Token expires')).toBe('Never');
  expect(describeDevice(device('b', 'active', '2027-03-09T12:00:00.000Z')).get('Token expires')).toMatch(/2027/);
});
