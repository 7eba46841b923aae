// The overview of studios and its dialogs at work in the console's page, without a browser.
import { createElement, type ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../support/eventually.js';
import { pageBench, pageModule, pageView, used } from './page-hooks.js';
import { buttonOf, buttonsOf, dialogsOf, enter, errorsOf, press, shows, valueOf } from './stage-actions.js';
import { refused, replied, stagedConsole, type StagedConsole } from './stage-console.js';
import { stage, type Stage } from './stage.js';

const admin = { username: 'ann', role: 'admin', studioRoles: {}, signIn: 'password' };
const studioA = {
  ...{ id: 'a', name: 'Main', labels: ['north'], apiEnabled: true, connected: true, key: 'set', keyInUse: 'current' },
  ...{ oldKey: null, service: null, refusal: null, appliedVersion: 6, desiredVersion: 6, confirmedAt: null },
  ...{ appliedAt: null, disconnectedAt: null },
};

/** What a test uses of the modules, which are compiled with the page. */
interface Filters {
  readonly useFilter: () => readonly [object, unknown];
  readonly useOverviewAddress: () => string;
}

let server: StagedConsole;
let view: Stage;

beforeEach(() => {
  server = stagedConsole();
  vi.stubGlobal('location', { origin: 'https://console' });
});
afterEach(() => {
  view.close();
  server.restore();
});

describe('the filters of the overview', () => {
  const filters = async (address: string): Promise<void> => {
    const bar = await pageView('studios/filter-bar.js', 'FilterBar');
    const { useFilter, useOverviewAddress } = await pageModule<Filters>('studios/use-filter.js');
    returnAddress = () => (view.parts(), used(useOverviewAddress));
    const counts = new Map([['offline', 2]]);
    const Bar = (): ReactElement => {
      const [filter, onChange] = useFilter();
      return bar({ filter, counts, labels: ['north', 'south'], onChange });
    };
    view = stage(() => createElement(Bar), pageBench([], address));
  };
  let returnAddress: () => string;
  const pressed = (name: string): unknown => buttonOf(view, name).props['aria-pressed'];

  it('add up in the address, and a status is left by pressing it again', async () => {
    await filters('/studios?label=north');
    press(view, 'Offline 2');
    enter(view, 'Find a studio', 'Main & more');
    expect(view.bench.address).toBe('/studios?search=Main+%26+more&status=offline&label=north');
    expect([pressed('Offline 2'), valueOf(view, 'Label')]).toEqual([true, 'north']);
    expect(returnAddress()).toBe(view.bench.address);
    press(view, 'Offline 2');
    enter(view, 'Label', '');
    expect(view.bench.address).toBe('/studios?search=Main+%26+more');
    expect([pressed('Offline 2'), valueOf(view, 'Find a studio')]).toEqual([false, 'Main & more']);
  });

  it('keep a status and a label that no studio has, until they are left', async () => {
    await filters('/studios?status=degraded&label=gone');
    expect([buttonsOf(view), valueOf(view, 'Label')]).toEqual([['Offline 2', 'Degraded 0'], 'gone']);
    press(view, 'Degraded 0');
    expect(buttonsOf(view)).toEqual(['Offline 2']);
    enter(view, 'Label', '');
    expect(returnAddress()).toBe('/studios');
  });
});

it('a new studio is connected with its key, which is shown until the dialog is left', async () => {
  vi.stubGlobal('window', { location: { origin: 'https://console' } });
  const add = await pageView('ui/dialog-button.js', 'AddButton');
  const dialog = await pageView('studios/add-studio.js', 'AddStudio');
  vi.stubGlobal('window', { location: { origin: 'https://console' } });
  view = stage(
    add({ label: 'Add studio', dialog: (onClose: () => void) => dialog({ onClose }) }),
    pageBench([[['session'], admin]]),
  );
  press(view, 'Add studio');
  press(view, 'Add');
  expect(errorsOf(view)).toHaveLength(2);
  enter(view, 'Id', 'b');
  enter(view, 'Name', 'South');
  server.answer(
    'POST /studios',
    () => refused(409, 'the id is in use'),
    () => replied({ studio: { ...studioA, id: 'b', name: 'South' }, key: 'k3y' }),
  );
  press(view, 'Add');
  await eventually('it is refused', () => errorsOf(view).length === 1);
  press(view, 'Add');
  await shows(view, 'k3y');
  expect(dialogsOf(view)).toEqual(['Connect South']);
  expect(view.text()).toContain('CONSOLE_URL=https://console');
  press(view, 'Done');
  expect(dialogsOf(view)).toEqual([]);
});

describe('the row of a studio', () => {
  const row = async (change: object, problems: readonly string[] = []): Promise<string> => {
    const of = await pageView('studios/studio-row.js', 'StudioRow');
    view = stage(of({ studio: { ...studioA, ...change }, problems }));
    return view.text();
  };
  const time = '2021-03-01T12:00:00.000Z';

  it.each([
    [{ appliedAt: time, confirmedAt: time }, [], /In effect applied /],
    [{ connected: false, disconnectedAt: time, confirmedAt: time }, ['offline'], /Offline since /],
    [{ connected: false, confirmedAt: time }, ['offline'], /Offline last confirmed /],
    [{ key: 'none', labels: ['x', 'y'], appliedAt: null }, ['pending'], /no key · x, y Not yet in effect$/],
    [{ appliedAt: time }, ['refused'], /Refused settings applied /],
  ])('states since when: %j %j', async (change, problems, text) => {
    expect(await row(change, problems)).toMatch(text);
  });
});

describe('a removed studio', () => {
  it('has its history at its id, whatever that contains', async () => {
    const page = await pageView('removed-studios/removed-studios-page.js', 'RemovedStudioPage');
    server.answer('GET /removed-studios/a%2Fb/changes?limit=50', () => replied({ changes: [] }));
    view = stage(page({ id: 'a/b' }), pageBench([[['session'], admin]], '/removed-studios/a%2Fb'));
    await shows(view, 'No changes yet.');
    expect(server.requests.map(({ call }) => call)).toEqual(['GET /removed-studios/a%2Fb/changes?limit=50']);
  });

  it('has a link to its history in the list, with the time of its last change', async () => {
    const page = await pageView('removed-studios/removed-studios-page.js', 'RemovedStudiosPage');
    const removed = ['a/b', 'c'].map((id) => ({ id, lastChange: '2021-03-01T12:00:00.000Z' }));
    server.answer('GET /removed-studios', () => replied({ removedStudios: removed }));
    view = stage(page({}), pageBench([[['session'], admin]], '/removed-studios'));
    await shows(view, 'a/b Last change 1 Mar 2021');
    const links = view.parts().flatMap(({ type, props }) => (type === 'a' ? [props['href']] : []));
    expect(links).toEqual(['/studios', '/removed-studios/a%2Fb', '/removed-studios/c']);
  });

  it('is seen by admins of all studios alone', async () => {
    const page = await pageView('removed-studios/removed-studios-page.js', 'RemovedStudioPage');
    view = stage(
      page({ id: 'a' }),
      pageBench([[['session'], { ...admin, role: 'operator', studioRoles: { a: 'admin' } }]]),
    );
    expect([view.text(), server.requests]).toEqual([expect.stringContaining('Only admins'), []]);
  });
});

it('the title names the view, and the heading has the focus after each navigation', async () => {
  const titleOf = await pageView('ui/page-title.js', 'PageTitle');
  let title = 'Studios';
  view = stage(() => titleOf({ title }));
  view.parts();
  const { length } = view.done;
  for (title of ['Operators', 'Main: Access']) view.parts();
  expect(view.done.slice(length)).toEqual(['focus Studios', 'focus Studios']);
  expect(server.document.title).toBe('Main: Access · Studio Control');
});
