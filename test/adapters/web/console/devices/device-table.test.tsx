// The table of devices: its headings, its rows and the selection of all.
import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { DeviceTable, type DeviceTableProps } from '../../../../../adapters/web/console/devices/device-table.js';
import { button, show, text, user } from '../../page-bench.js';
import { deviceOf, haveStudios, signedIn } from '../fixtures.js';

const all = 'Select all devices that are shown';
const [set, onSort] = [vi.fn(), vi.fn()];
const selectionOf = (...ids: readonly string[]) => ({ ids: new Set(ids), set, clear: () => undefined });

const open = (change: Partial<DeviceTableProps> = {}): void => {
  haveStudios();
  const devices = ['Ann', 'Bob'].map((name) => ({ device: deviceOf(name), marks: [], text: '' }));
  const table: DeviceTableProps = {
    ...{ studioId: 'a', devices, mayChange: true, selection: selectionOf() },
    ...{ sort: { column: 'name', isDescending: false }, onSort, ...change },
  };
  show(<DeviceTable {...table} />, { answers: [signedIn(), [['studios'], []]] });
};
const orders = () => [...document.querySelectorAll('[aria-sort]')].map((one) => one.getAttribute('aria-sort'));

beforeEach(() => {
  set.mockReset();
  onSort.mockReset();
});

it.each([
  ['name', 'ascending', 'Device', { column: 'name', isDescending: true }],
  ['name', 'ascending', 'Access', { column: 'access', isDescending: false }],
  ['name', 'ascending', 'Last call', { column: 'lastCall', isDescending: true }],
  ['lastCall', 'descending', 'Last call', { column: 'lastCall', isDescending: false }],
] as const)('a table sorted by %s, %s, is sorted at a press of %s by %j', async (column, order, name, sort) => {
  open({ sort: { column, isDescending: order === 'descending' } });
  expect(orders()).toEqual([order]);
  await user.click(button(name));
  expect(onSort).toHaveBeenCalledExactlyOnceWith(sort);
});

it.each([
  [[], false, false],
  [['ann'], false, true],
  [['ann', 'bob'], true, false],
  [['ann', 'other'], false, true],
])('the selection of %j is one of all that are shown: %s, or of some: %s', async (ids, isAll, isSome) => {
  open({ selection: selectionOf(...ids) });
  const box = screen.getByLabelText<HTMLInputElement>(all);
  expect([box.checked, box.indeterminate]).toEqual([isAll, isSome]);
  await user.click(box);
  expect(set).toHaveBeenCalledExactlyOnceWith(['ann', 'bob'], !isAll);
});

it('the selection of no device is not one of all, and is offered only to those who may change devices', () => {
  open({ devices: [] });
  expect(screen.getByLabelText<HTMLInputElement>(all).checked).toBe(false);
  document.body.replaceChildren();
  open({ mayChange: false });
  expect(screen.queryByRole('checkbox')).toBeNull();
});

it('each row is that of its device, at its place', async () => {
  open();
  const rows = [...document.querySelectorAll('[role=row][data-index]')];
  expect(rows.map((row) => [row.getAttribute('aria-rowindex'), text(row).split(' ', 1)[0]])).toEqual([
    ['2', 'Ann'],
    ['3', 'Bob'],
  ]);
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('3');
  await user.click(screen.getByLabelText('Select Bob'));
  expect(set).toHaveBeenCalledExactlyOnceWith(['bob'], true);
});
