// The frame of the console's page at work, without a browser: what is said of the connection, and what everybody finds there.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pageBench, pageModule, pageView } from './page-hooks.js';
import { enter, fieldOf, press, shows, valueOf } from './stage-actions.js';
import { replied, stagedConsole, type StagedConsole } from './stage-console.js';
import { stage, textOfPart, type Stage } from './stage.js';

interface Store<A> {
  readonly set: (value: A) => void;
}
/** What a test uses of the modules, which are compiled with the page. */
interface Status {
  readonly consoleReachable: Store<boolean>;
  readonly slowRequestCount: Store<number>;
  readonly changeFeedStatus: Store<string>;
}
interface Colours {
  readonly setColourScheme: (scheme: string) => void;
}

let server: StagedConsole;
let view: Stage | undefined;

beforeEach(() => {
  server = stagedConsole();
});
afterEach(() => {
  view?.close();
  view = undefined;
  server.restore();
});

it('the most serious problem of the connection is shown, as long as it lasts', async () => {
  const status = await pageModule<Status>('api/connection-status.js');
  view = stage((await pageView('frame/connection-notice.js', 'ConnectionNotice'))({}));
  expect(view.text()).toBe('');
  status.changeFeedStatus.set('polling');
  expect(view.text()).toMatch(/^Live updates are unavailable\./);
  status.slowRequestCount.set(1);
  expect(view.text()).toMatch(/^The console is slow to respond\./);
  status.consoleReachable.set(false);
  expect(view.text()).toMatch(/^The console can’t be reached\./);
  status.slowRequestCount.set(0);
  expect(view.text()).toMatch(/^The console can’t be reached\./);
  status.consoleReachable.set(true);
  status.changeFeedStatus.set('connecting');
  expect(view.text()).toBe('');
});

it.each([
  ['admin', ['Studios', 'Operators']],
  ['operator', ['Studios']],
])('the navigation of an %s has %j', async (role, links) => {
  const operator = { username: 'ann', role, studioRoles: {} };
  const frame = await pageView('frame/page-frame.js', 'PageFrame');
  vi.stubGlobal('window', new EventTarget());
  view = stage(frame({ operator, children: 'content' }), pageBench([[['session'], operator]]));
  const nav = view.parts().find(({ props }) => props['aria-label'] === 'Console');
  expect(nav && textOfPart(nav)).toBe(links.join(' '));
  expect(view.text()).toContain('content');
});

it.each([
  ['/studios', true],
  ['/studios/a/live', true],
  ['/studios-of-others', false],
  ['/', false],
])('at %s, the link to the studios is that of the present page: %s', async (address, isCurrent) => {
  const link = await pageView('ui/nav-link.js', 'NavLink');
  view = stage(link({ href: '/studios', children: 'Studios' }), pageBench([], address));
  const current = view.parts().find(({ type }) => type === 'a')?.props['aria-current'];
  expect(current).toBe(isCurrent ? 'page' : undefined);
});

it('the menu of the operator opens the account, and shows and changes the colours', async () => {
  const menu = await pageView('frame/user-menu.js', 'UserMenu');
  const operator = { username: 'ann', role: 'viewer', studioRoles: {} };
  view = stage(menu({ operator, onSignOut: () => undefined }), pageBench());
  press(view, 'Your account');
  expect(view.bench.address).toBe('/account');
  const schemes = () => view?.parts().find(({ props }) => 'onSelectionChange' in props)?.props ?? {};
  const choose = (id: string): void => {
    (schemes()['onSelectionChange'] as (ids: ReadonlySet<string>) => void)(new Set([id]));
  };
  for (const id of ['dark', 'light', 'auto']) {
    choose(id);
    expect([schemes()['selectedKeys'], server.document.documentElement.dataset]).toEqual([[id], { scheme: id }]);
  }
});

it('the colours are those that were chosen last, also where the browser stores nothing', async () => {
  const colours = await pageModule<Colours>('frame/colour-scheme.js');
  const stored: unknown[] = [];
  vi.stubGlobal('localStorage', { setItem: (...item: readonly string[]) => stored.push(item) });
  colours.setColourScheme('dark');
  expect([server.document.documentElement.dataset, stored]).toEqual([
    { scheme: 'dark' },
    [['studio-control-scheme', 'dark']],
  ]);
  const denied = (): never => {
    throw new Error('denied');
  };
  vi.stubGlobal('localStorage', { setItem: denied });
  colours.setColourScheme('auto');
  expect(server.document.documentElement.dataset).toEqual({ scheme: 'auto' });
});

it('@MACRO-9: the section of features lists what each macro controls', async () => {
  const section = await pageView('features/features-section.js', 'FeaturesSection');
  const macros = [
    { id: 'mac-1', name: 'Opening', features: ['signals', 'outputs'] },
    { id: 'mac-2', name: 'Wait', features: [] },
    { id: 'mac-3', name: 'Of an older service', features: null },
  ];
  view = stage(section({ studio: { id: 'a' } }), pageBench([[['studio', 'a', 'panel-targets'], { macros }]]));
  await shows(view, 'Macro Controls Opening Signals, Outputs Wait Nothing');
  expect(view.text()).not.toContain('older');
});

it('each switch of a feature is a change of its own, and is saved with the others', async () => {
  const { features } = await pageModule<{ readonly features: readonly string[] }>('api/rules.js');
  const saved = Object.fromEntries(features.map((feature) => [feature, { read: true, control: true }]));
  const operator = { username: 'ann', role: 'operator', studioRoles: {} };
  server.answer('GET /studios/a/features', () => replied(saved));
  server.answer('GET /session', () => replied(operator));
  const section = await pageView('features/features-section.js', 'FeaturesSection');
  const page = pageBench([
    [['session'], operator],
    [['studio', 'a', 'features'], { value: saved, etag: '"1"', version: 1 }],
  ]);
  view = stage(section({ studio: { id: 'a' } }), page);
  enter(view, 'Signals: Read', false);
  expect(valueOf(view, 'Signals: Control')).toBe(true);
  enter(view, 'Outputs: Control', false);
  expect([valueOf(view, 'Outputs: Read'), valueOf(view, 'Signals: Read')]).toEqual([true, false]);
  const bar = view.parts().find(({ props }) => props['aria-label'] === 'Unsaved changes');
  expect(bar && textOfPart(bar)).toBe('Signals, read: on → off Outputs, control: on → off Discard Save');
  expect(() => view && fieldOf(view, 'System: Control')).toThrow();
  press(view, 'Discard');
  expect(valueOf(view, 'Signals: Read')).toBe(true);
});
