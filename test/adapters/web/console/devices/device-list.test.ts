// The table of devices: its order, what a search finds, and how the settings of a device read.
import { describe, expect, it } from 'vitest';
import { listDevices, selectDevices, type Sort } from '../../../../../adapters/web/console/devices/device-list.js';
import { describeDevice } from '../../../../../adapters/web/console/devices/labels.js';

type Overview = Parameters<typeof listDevices>[0][number];

const device = (name: string, tokenState: Overview['tokenState'], expiresAt: string | null): Overview =>
  ({
    id: name,
    name,
    access: 'read_only',
    features: [],
    station: null,
    fixedAddress: null,
    panel: null,
    operations: [],
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
      device('b', 'active', '2021-03-09T12:00:00.000Z'),
      device('c', 'expires_soon', '2021-03-05T12:00:00.000Z'),
      device('d', 'active', '2021-03-10T12:00:00.000Z'),
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
  expect(describeDevice(device('b', 'active', '2021-03-09T12:00:00.000Z')).get('Token expires')).toMatch(/2021/);
});

describe('a search and a filter', () => {
  const none = { search: '', mark: undefined, sort: { column: 'name', isDescending: false } } as const;
  const desk: Overview = {
    ...device('Desk', 'active', null),
    station: 'Alpha FM',
    fixedAddress: '10.0.0.1',
    features: ['signals'],
    lastCall: {
      time: '2021-03-01T12:00:00.000Z',
      address: '10.0.0.2',
      answer: { status: 403, error: 'feature_denied' },
    },
  };
  const all = listDevices([desk, device('Panel 10', 'expired', null), device('panel 2', 'expired', null)]);
  const shownBy = (filter: Partial<Parameters<typeof selectDevices>[1]>): readonly string[] =>
    selectDevices(all, { ...none, ...filter }).shown.map(({ device: { name } }) => name);

  it.each(['desk', 'alpha', '10.0.0.1', '10.0.0.2', '403', 'feature_denied', 'signals', 'fm desk'])(
    '%s finds a device',
    (search) => {
      expect(shownBy({ search })).toEqual(['Desk']);
    },
  );

  it('leave the order of names, in which numbers count by their value', () => {
    expect(shownBy({})).toEqual(['Desk', 'panel 2', 'Panel 10']);
    expect(shownBy({ sort: { column: 'name', isDescending: true }, mark: 'expired' })).toEqual(['Panel 10', 'panel 2']);
  });

  it('count the marks of what the search finds, also of devices that the filter hides', () => {
    const countsBy = (filter: Partial<Parameters<typeof selectDevices>[1]>) =>
      selectDevices(all, { ...none, ...filter }).counts;
    expect(countsBy({ mark: 'last_call_refused' }).get('expired')).toBe(2);
    expect(countsBy({ search: '10', mark: 'expired' }).get('expired')).toBe(1);
    expect(countsBy({ search: 'desk' }).has('expired')).toBe(false);
  });
});
