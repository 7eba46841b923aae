// The section Access of the console's page at work, without a browser: the listed addresses, and what is said of a change.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../support/eventually.js';
import { pageBench, pageModule, pageView } from './page-hooks.js';
import { buttonOf, buttonsOf, dialogsOf, enter, errorsOf, fieldOf, press, shows, valueOf } from './stage-actions.js';
import { replied, stagedConsole, type StagedConsole } from './stage-console.js';
import { stage, textOfPart, type Stage } from './stage.js';

const now = Date.UTC(2021, 2, 14, 12);
const end = new Date(now).toISOString();
const listed = (address: string, label: string, expiresAt?: string) => ({
  ...{ address, label },
  ...(expiresAt !== undefined && { expiresAt }),
});
const saved = {
  ...{ apiEnabled: true, accessWithoutToken: 'listed', legacyAuthorization: false },
  listedDevices: [listed('10.0.0.1', 'Desk', end), listed('10.0.0.2', 'Door')],
};
const studio = {
  ...{ id: 'a', name: 'A', labels: [], key: 'set', apiEnabled: true, connected: true, refusal: null },
  ...{ appliedVersion: 7, desiredVersion: 7, appliedAt: null, confirmedAt: null, disconnectedAt: null, service: null },
};

let server: StagedConsole;
let view: Stage;

const open = async (settings: object = {}, role = 'operator'): Promise<void> => {
  server.answer('GET /studios/a/access', () => replied({ ...saved, ...settings }));
  server.answer('GET /session', () => replied({ username: 'ann', role, studioRoles: {} }));
  server.answer('PUT /studios/a/access', () => replied(server.changes().at(-1)?.body, { etag: '"2"' }));
  const bench = pageBench([[['session'], { username: 'ann', role, studioRoles: {} }]]);
  view = stage((await pageView('access/access-section.js', 'AccessSection'))({ studio }), bench);
  await shows(view, 'Allowed addresses');
};

/** The listed entries that are saved at a press. */
const savedEntries = async (button = 'Save'): Promise<unknown> => {
  press(view, button);
  await eventually('the settings are saved', () => server.changes().length > 0);
  return (server.changes()[0]?.body as typeof saved).listedDevices;
};

const unsaved = (): string | undefined => {
  const bar = view.parts().find(({ props }) => props['aria-label'] === 'Unsaved changes');
  return bar && textOfPart(bar).replace(/ Discard .*/, '');
};

/** Changes the field of one of the entries. */
const enterAt = (place: number, label: string, value: string): void => {
  const fields = view.parts().filter((part) => textOfPart(part).startsWith(label) && 'autoComplete' in part.props);
  (fields[place]?.props['onChange'] as ((text: string) => void) | undefined)?.(value);
};

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date'] });
  server = stagedConsole();
});
afterEach(async () => {
  view.close();
  (await pageModule<{ readonly clearDrafts: () => void }>('api/drafts.js')).clearDrafts();
  server.restore();
  vi.useRealTimers();
});

describe('a listed address', () => {
  it('keeps its end when its label or its address changes', async () => {
    await open();
    enterAt(0, 'Label', 'Table');
    enterAt(0, 'Address or range', '10.0.0.9');
    expect(unsaved()).toBe(
      `Allowed address 10.0.0.1: Desk, until ${end} removed Allowed address 10.0.0.9: added as Table, until ${end}`,
    );
    expect(await savedEntries()).toEqual([listed('10.0.0.9', 'Table', end), saved.listedDevices[1]]);
  });

  it('stays for good once its end is removed, which is shown as a change', async () => {
    await open();
    expect(view.text()).toContain('Ended 14 Mar 2021');
    press(view, 'Remove end of Desk');
    expect(unsaved()).toBe(`Allowed address 10.0.0.1: Desk, until ${end} → Desk`);
    expect(await savedEntries()).toEqual([listed('10.0.0.1', 'Desk'), saved.listedDevices[1]]);
  });

  it.each([
    ['1.0', false],
    [null, true],
  ])('ends unless the service ignores that, which is said: version %s, %s', async (version, isIgnored) => {
    const studios = [
      { ...studio, id: 'b' },
      { ...studio, service: { version } },
    ];
    server.answer('GET /studios?limit=2000', () => replied({ studios, next: null }));
    await open();
    await eventually('the studios are read', () => view.text() !== '' && view.bench.client.isFetching() === 0);
    expect(view.text().includes('. This service ignores the end: it is of an earlier version.')).toBe(isIgnored);
  });

  it('is removed alone, also of several with the same address, which are told apart', async () => {
    await open({ listedDevices: ['One', 'Two', 'Three'].map((label) => listed('10.0.0.1', label)) });
    press(view, 'Remove Two from the list');
    expect(unsaved()).toBe('Allowed address 10.0.0.1 (2): Two → Three Allowed address 10.0.0.1 (3): Three removed');
    expect(await savedEntries()).toEqual([listed('10.0.0.1', 'One'), listed('10.0.0.1', 'Three')]);
  });

  it('that is added has to be valid before it is sent', async () => {
    await open();
    press(view, 'Add address');
    expect(unsaved()).toBe('Allowed address (no address): added as (no label)');
    press(view, 'Save');
    expect(errorsOf(view)).toHaveLength(2);
    enterAt(2, 'Address or range', '10.0.0.3');
    enterAt(2, 'Label', 'New');
    expect(errorsOf(view)).toEqual([]);
    expect(await savedEntries()).toEqual([...saved.listedDevices, listed('10.0.0.3', 'New')]);
    await shows(view, 'Saved. The change is in effect.');
  });

  it('stays on the list while access without a token is off, and is not shown for the whole LAN', async () => {
    await open({ accessWithoutToken: 'off', listedDevices: [] });
    expect(view.text()).toContain('Allowed addresses (not used while access without a token is off)');
    expect(view.text()).not.toContain('The list is empty');
    enter(view, 'Callers without a token', 'listed');
    expect(view.text()).toContain('The list is empty: no caller has access without a token yet.');
    enter(view, 'Callers without a token', 'whole_lan');
    expect(view.text()).toContain('Anyone on the studio’s network, including guests and their phones');
    expect(buttonsOf(view)).not.toContain('Add address');
    expect(unsaved()).toBe('Access without a token: Off → Whole LAN');
  });
});

it('what a change of the list should make the operator check is asked before it is saved, and only that', async () => {
  await open({ listedDevices: [listed('192.168.0.0/16', 'All'), listed('192.168.1.1', 'Old', end)] });
  press(view, 'Add address');
  enterAt(2, 'Address or range', 'fc00::/7');
  enterAt(2, 'Label', 'Six');
  press(view, 'Save');
  expect(dialogsOf(view)).toEqual(['Save these settings?']);
  const dialog = view.parts().find(({ props }) => props['className'] === 'prose');
  expect(dialog && textOfPart(dialog)).toBe(
    'fc00::/7 is a whole private network of 2^121 addresses. Every device in it can read and control every enabled feature.',
  );
  expect(await savedEntries('Save anyway')).toHaveLength(3);
});

it('what an ended address would hold is asked once its end is removed', async () => {
  await open({ listedDevices: [listed('192.168.0.0/16', 'All', end)] });
  press(view, 'Remove end of All');
  press(view, 'Save');
  expect(dialogsOf(view)).toEqual(['Save these settings?']);
  expect(view.text()).toContain('192.168.0.0/16 is a whole private network of 65,536 addresses.');
});

it('the API and legacy authorization are switched each by itself', async () => {
  await open();
  enter(view, 'API enabled', false);
  expect(view.text()).toContain('All calls are refused, including calls from the host');
  enter(view, 'Allow legacy authorization', true);
  expect(view.text()).toContain('Callers on private addresses get in as EXTERNAL_APP');
  expect(unsaved()).toBe('API enabled: on → off Allow legacy authorization: off → on');
  enter(view, 'API enabled', true);
  enter(view, 'Allow legacy authorization', false);
  expect(unsaved()).toBeUndefined();
});

it('a viewer can change nothing in the section', async () => {
  await open({}, 'viewer');
  expect(buttonsOf(view)).toEqual([]);
  expect(buttonOf(view, 'Add address').props['isDisabled']).toBe(true);
  const labels = ['Callers without a token', 'API enabled', 'Allow legacy authorization', 'Address or range', 'Label'];
  expect(labels.map((label) => fieldOf(view, label).props['isDisabled'])).toEqual(labels.map(() => true));
  expect(valueOf(view, 'API enabled')).toBe(true);
});
