// The search of the console's page at work, without a browser: what opens it, when it asks the console, and what it opens.
import { ListBox, ListBoxItem } from 'react-aria-components';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../support/eventually.js';
import { pageBench, pageModule, pageView } from './page-hooks.js';
import { alertsOf, dialogsOf, press, pressEscape, shows } from './stage-actions.js';
import { held, refused, replied, stagedConsole, type StagedConsole } from './stage-console.js';
import { stage, type Stage } from './stage.js';

/** What a test uses of the modules, which are compiled with the page. */
interface Targets {
  readonly findTargets: (targets: readonly object[], text: string) => readonly { readonly name: string }[];
}

let server: StagedConsole;
let view: Stage;
let page: EventTarget;
let closed: number;

const session = { username: 'ann', role: 'viewer', studioRoles: {} };
const studios = ['a', 'b'].map((id) => ({ id, name: `Studio ${id}`, labels: [] }));

const bench = (address: string) => pageBench([[['session'], session]], address);

const key = (change: object): Event =>
  Object.assign(new Event('keydown', { cancelable: true }), {
    key: 'k',
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    ...change,
  });

const show = async (address = '/studios/b/access'): Promise<void> => {
  const dialog = await pageView('find/find-dialog.js', 'FindDialog');
  const onClose = (): void => {
    closed += 1;
  };
  view = stage(dialog({ onClose }), bench(address));
  await shows(view, 'Studio a');
};

const write = (text: string): void => {
  const field = view.parts().find(({ props }) => 'onInputChange' in props);
  (field?.props['onInputChange'] as ((text: string) => void) | undefined)?.(text);
};

const found = () =>
  view
    .parts()
    .filter(({ type }) => type === ListBoxItem)
    .map(({ props }) => props['textValue']);

const open = (name: string): void => {
  const list = view.parts().find(({ type }) => type === ListBox);
  const item = view.parts().find(({ type, props }) => type === ListBoxItem && props['textValue'] === name);
  (list?.props['onAction'] as ((key: unknown) => void) | undefined)?.(item?.props['id']);
};

const searches = (): readonly string[] =>
  server.requests.map(({ call }) => call).filter((call) => call.includes('/find'));

beforeEach(() => {
  closed = 0;
  server = stagedConsole();
  server.answer('GET /session', () => replied(session));
  server.answer('GET /studios?limit=2000', () => replied({ studios, next: null }));
});
afterEach(() => {
  view.close();
  server.restore();
});

describe('the button of the search', () => {
  beforeEach(async () => {
    const button = await pageView('find/find-button.js', 'FindButton');
    page = new EventTarget();
    vi.stubGlobal('window', page);
    Object.assign(server.document, { querySelector: () => null });
    view = stage(button({}), bench('/studios'));
    view.parts();
  });

  it.each([
    [{ ctrlKey: true }, true],
    [{ metaKey: true, key: 'K' }, true],
    [{}, false],
    [{ ctrlKey: true, altKey: true }, false],
    [{ ctrlKey: true, key: 'j' }, false],
  ])('opens it by the key %j: %s', (change, isOpen) => {
    const event = key(change);
    page.dispatchEvent(event);
    expect([dialogsOf(view).length === 1, event.defaultPrevented]).toEqual([isOpen, isOpen]);
  });

  it('opens no second dialog, and follows no key after it is gone', () => {
    Object.assign(server.document, { querySelector: () => ({}) });
    page.dispatchEvent(key({ ctrlKey: true }));
    expect(dialogsOf(view)).toEqual([]);
    press(view, 'Find (Ctrl-K)');
    expect(dialogsOf(view)).toEqual(['Find']);
    pressEscape(view);
    expect(dialogsOf(view)).toEqual([]);
    view.close();
    const event = key({ ctrlKey: true });
    page.dispatchEvent(event);
    expect(event.defaultPrevented).toBe(false);
  });
});

describe('the search', () => {
  const record = (studioId: string, kind: string, name: string) => ({
    ...{ kind, studioId, studioName: `Studio ${studioId}`, name, detail: '' },
  });

  it('asks the console for the text that has settled, of two characters or more', async () => {
    const records = [record('a', 'device', 'Desk & co'), record('b', 'refused_caller', '10.0.0.1')];
    server.answer('GET /find?text=de%26', () => replied({ records, more: 1_200 }));
    await show();
    for (const text of ['d', 'de', ' de& ']) write(text);
    await shows(view, '1,200 more devices and addresses match. Enter more words.');
    expect([searches(), found()]).toEqual([['GET /find?text=de%26'], ['10.0.0.1', 'Desk & co']]);
    open('Desk & co');
    expect(view.bench.address).toBe('/studios/a/devices?search=Desk%20%26%20co');
    write('');
    expect(found()).not.toContain('Desk & co');
    expect(view.text()).not.toContain('more devices');
  });

  it('says why the console can’t search, until it can, and keeps what it has found while it searches', async () => {
    server.answer('GET /find?text=desk', () => refused(503, 'later'));
    await show();
    write('desk');
    await shows(view, 'Later.');
    expect(alertsOf(view)).toEqual(['Later.']);
    write('');
    expect(alertsOf(view)).toEqual([]);
    write('desk lamp');
    server.answer('GET /find?text=desk%20lamp', () => replied({ records: [record('a', 'device', 'Lamp')], more: 0 }));
    await eventually('it is found', () => found().includes('Lamp'));
    expect(alertsOf(view)).toEqual([]);
    const answer = held();
    server.answer('GET /find?text=desk%20light', answer.answer);
    write('desk light');
    await eventually('it is searched', () => (view.parts(), searches().some((call) => call.endsWith('light'))));
    expect(found()).toContain('Lamp');
    answer.give(replied({ records: [], more: 0 }));
    await eventually('nothing is found', () => !found().includes('Lamp'));
  });

  it('opens what is chosen and is closed', async () => {
    await show();
    write('studio');
    open('Studio a');
    expect([view.bench.address, closed]).toEqual(['/studios/a/live', 1]);
  });

  it('finds the settings of the studio that is shown first, and the pages that the role permits', async () => {
    await show();
    expect(found().slice(0, 2)).toEqual(['Overview', 'Access']);
    write('page');
    expect(found()).toEqual(['Studios', 'Your account']);
    view.close();
    await show('/studios');
    expect(found()[0]).toBe('Studios');
  });

  it('shows at most twelve targets, among them each whose name begins with the text', async () => {
    const { findTargets } = await pageModule<Targets>('find/targets.js');
    const targets = [...Array.from({ length: 15 }, (_, index) => `A Desk ${String(index)}`), 'Désk'];
    const names = findTargets(
      targets.map((name) => ({ name, kind: '', href: name })),
      ' desk',
    ).map(({ name }) => name);
    expect([names.length, names[0]]).toEqual([12, 'Désk']);
  });
});
