// The filters of the lists, which are parts of the address.
import { act } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useDeviceFilter } from '../../../../../adapters/web/console/devices/use-device-filter.js';
import { filterQuery, useHistoryFilter } from '../../../../../adapters/web/console/history/filter.js';
import { useFilter } from '../../../../../adapters/web/console/studios/use-filter.js';
import { address, hook } from '../../page-bench.js';

/** Returns the address after a change of a filter, and that after a change of nothing. */
const changed = <A extends object>(
  use: () => readonly [unknown, (change: A) => void],
  at: string,
  change: NoInfer<A>,
): readonly string[] => {
  const { current } = hook(use, { address: at });
  return [change, {} as A].map((one) => {
    act(() => {
      current()[1](one);
    });
    return address();
  });
};

it.each([
  ['/s?search=a%26b&status=offline&label=Oslo', { status: 'alarms' }, '/s?search=a%26b&status=alarms&label=Oslo'],
  ['/s?status=offline&label=Oslo', { status: undefined, label: 'Rome' }, '/s?label=Rome'],
] as const)('the filter of studios at %s after %j is at %s', (at, change, after) => {
  expect(changed(useFilter, at, change)).toEqual([after, after]);
});

it.each([
  ['/d?search=x&mark=expired&sort=-token', { search: 'y' }, '/d?search=y&mark=expired&sort=-token'],
  ['/d?search=x&mark=expired&sort=-token', { mark: undefined }, '/d?search=x&sort=-token'],
  ['/d?mark=expired&sort=token', { sort: { column: 'name', isDescending: false } }, '/d?mark=expired'],
] as const)('the filter of devices at %s after %j is at %s', (at, change, after) => {
  expect(changed(useDeviceFilter, at, change)).toEqual([after, after]);
});

it.each([
  [
    '/h?operator=ann&section=access&device=1&from=2027-01-01&to=2027-01-02',
    { device: '' },
    '/h?operator=ann&section=access&from=2027-01-01&to=2027-01-02',
  ],
  ['/h?operator=ann&section=nonsense&from=1', { to: '2027-01-02' }, '/h?operator=ann&to=2027-01-02'],
] as const)('the filter of a history at %s after %j is at %s', (at, change, after) => {
  expect(changed(useHistoryFilter, at, change)).toEqual([after, after]);
});

it('a day of the filter is a whole day of the browser, also where its clocks change', () => {
  vi.stubEnv('TZ', 'America/New_York');
  expect(filterQuery({ operator: 'ann', from: '2021-03-14', to: '2021-03-14' })).toEqual({
    ...{ operator: 'ann', from: '2021-03-14T05:00:00.000Z', to: '2021-03-15T04:00:00.000Z' },
  });
});
