// The table of devices at the console's page, without a browser: its headings, its rows and the selection of all.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pageBench, pageView } from './page-hooks.js';
import { enter, fieldOf, press } from './stage-actions.js';
import { stagedConsole, type StagedConsole } from './stage-console.js';
import { stage, textOfPart, type Stage } from './stage.js';

class Observer {
  readonly observe = (): void => undefined;
  readonly unobserve = (): void => undefined;
  readonly disconnect = (): void => undefined;
}

const listed = (name: string) => ({
  device: {
    ...{ id: name.toLowerCase(), name, access: 'read_only', station: null, fixedAddress: null, features: [] },
    ...{ expiresAt: null, state: 'active', tokenState: 'active', usage: 'in_use', lastCall: null, oldToken: null },
  },
  marks: [],
  text: '',
});

let server: StagedConsole;
let view: Stage;
let acts: unknown[];

const show = async (props: object): Promise<void> => {
  const session = { username: 'ann', role: 'operator', studioRoles: {} };
  const table = await pageView('devices/device-table.js', 'DeviceTable');
  vi.stubGlobal('window', Object.assign(new EventTarget(), { innerHeight: 800, innerWidth: 800, scrollY: 0 }));
  const selection = { ids: new Set(), set: (...of: unknown[]) => acts.push(of), clear: () => undefined };
  const given = {
    ...{ studioId: 'a', devices: [listed('Ann'), listed('Bob')], mayChange: true, selection },
    ...{ sort: { column: 'name', isDescending: false }, onSort: (sort: object) => acts.push(sort), ...props },
  };
  const answers = [
    [['session'], session],
    [['studios'], []],
  ] as const;
  view = stage(table(given), pageBench(answers, '/studios/a/devices'));
  view.parts();
};
const headings = (): unknown[] =>
  view.parts().flatMap(({ props }) => ('aria-sort' in props ? [props['aria-sort']] : []));

beforeEach(() => {
  acts = [];
  server = stagedConsole();
  for (const name of ['MutationObserver', 'ResizeObserver']) vi.stubGlobal(name, Observer);
});
afterEach(() => {
  view.close();
  server.restore();
});

describe('a heading', () => {
  it.each([
    ['Device', { column: 'name', isDescending: true }],
    ['Access', { column: 'access', isDescending: false }],
    ['Token', { column: 'token', isDescending: false }],
    ['Last call', { column: 'lastCall', isDescending: true }],
    ['Answer', { column: 'answer', isDescending: true }],
  ])('sorts the table that is sorted by name: %s', async (name, sort) => {
    await show({});
    expect(headings()).toEqual(['ascending']);
    press(view, name);
    expect(acts).toEqual([sort]);
  });

  it('turns its own order, also one that begins with the greatest', async () => {
    await show({ sort: { column: 'lastCall', isDescending: true } });
    expect(headings()).toEqual(['descending']);
    press(view, 'Last call');
    expect(acts).toEqual([{ column: 'lastCall', isDescending: false }]);
  });
});

describe('the selection', () => {
  const all = 'Select all devices that are shown';

  it.each([
    [[], false],
    [['ann'], false],
    [['ann', 'bob'], true],
    [['ann', 'other'], false],
  ])('of %j is one of all that are shown: %s', async (ids, isAll) => {
    const selection = { ids: new Set(ids), set: (...of: unknown[]) => acts.push(of), clear: () => undefined };
    await show({ selection });
    expect(fieldOf(view, all).props['checked']).toBe(isAll);
    enter(view, all, !isAll);
    expect(acts).toEqual([[['ann', 'bob'], !isAll]]);
  });

  it('of no device is not one of all, and is offered only to those who may change devices', async () => {
    await show({ devices: [] });
    expect(fieldOf(view, all).props['checked']).toBe(false);
    view.close();
    await show({ mayChange: false });
    expect(view.parts().filter(({ type }) => type === 'input')).toEqual([]);
  });
});

it('each row is that of its device, at its place', async () => {
  await show({});
  const rows = view.parts().filter(({ props }) => props['role'] === 'row' && 'data-index' in props);
  expect(rows.map((row) => [row.props['aria-rowindex'], textOfPart(row).split(' ', 1)[0]])).toEqual([
    [2, 'Ann'],
    [3, 'Bob'],
  ]);
  const table = view.parts().find(({ props }) => props['role'] === 'table');
  expect(table?.props['aria-rowcount']).toBe(3);
  enter(view, 'Select Bob', true);
  expect(acts).toEqual([[['bob'], true]]);
});
