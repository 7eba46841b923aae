// The section Devices of the console's page at work, without a browser: its filters, its selection, and actions on several devices.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.js';
import { pageBench, pageView } from './page-hooks.js';
import { buttonOf, buttonsOf, dialogsOf, enter, errorsOf, press, shows } from './stage-actions.js';
import { refused, replied, stagedConsole, type StagedConsole } from './stage-console.js';
import { stage, type Stage } from './stage.js';

const device = (name: string, change: object = {}) => ({
  ...{
    id: name.toLowerCase(),
    name,
    access: 'read_only',
    station: null,
    fixedAddress: null,
    features: [],
    expiresAt: null,
  },
  ...{ state: 'active', tokenState: 'active', usage: 'in_use', lastCall: null, oldToken: null, ...change },
});
const revoked = { state: 'revoked', tokenState: 'revoked' };
const devices = [
  device('Ann'),
  device('Bob'),
  device('Cleo', revoked),
  device('Dora'),
  device('Eve', { tokenState: 'expires_soon' }),
];
const studio = (id: string) => ({ id, name: id.toUpperCase() });

let server: StagedConsole;
let view: Stage;

const open = async (address = '/studios/a/devices', role = 'operator', listed = devices): Promise<void> => {
  const session = { username: 'ann', role: null, studioRoles: { a: role, b: 'operator', c: 'viewer', d: 'admin' } };
  server.answer('GET /studios/a/devices', () => replied({ devices: listed }));
  server.answer('GET /studios?limit=2000', () => replied({ studios: ['a', 'b', 'c', 'd'].map(studio), next: null }));
  server.answer('GET /session', () => replied(session));
  const section = await pageView('devices/devices-section.js', 'DevicesSection');
  view = stage(section({ studio: studio('a') }), pageBench([[['session'], session]], address));
  await eventually(
    'the devices are shown',
    () => !view.text().includes('Loading') && view.bench.client.isFetching() === 0,
  );
};

const sent = () => server.changes().map(({ call, body, ifMatch }) => [call, body, ifMatch]);

beforeEach(() => {
  server = stagedConsole();
});
afterEach(() => {
  view.close();
  server.restore();
});

/** Shows the bar for the selected devices, of which the table shows those that are given. */
const openBar = async (names: readonly string[], shown: readonly string[] = names): Promise<readonly string[]> => {
  const acts: string[] = [];
  await open('/studios/a/devices?search=nobody');
  const { bench } = view;
  view.close();
  const bar = await pageView('devices/selection-bar.js', 'SelectionBar');
  const idsOf = (list: readonly string[]) => new Set(list.map((name) => name.toLowerCase()));
  const selection = { ids: idsOf(names), set: () => undefined, clear: () => acts.push('clear') };
  const onShowAll = () => acts.push('show all');
  view = stage(bar({ studioId: 'a', devices, selection, shown: idsOf(shown), onShowAll }), bench);
  return acts;
};

describe('the list', () => {
  it('says that nothing matches its filter, and how many devices have a mark', async () => {
    await open('/studios/a/devices?search=nobody');
    expect(view.text()).toContain('0 of 5 devices No devices match your search.');
    enter(view, 'Find a device', 'ann');
    expect([view.bench.address, view.bench.back]).toEqual(['/studios/a/devices?search=ann', []]);
    view.close();
    await open('/studios/a/devices?mark=expired');
    expect(buttonOf(view, 'Revoked 1').props['aria-pressed']).toBe(false);
    expect(buttonOf(view, 'Expired 0').props['aria-pressed']).toBe(true);
    press(view, 'Expired 0');
    expect(view.bench.address).toBe('/studios/a/devices');
  });

  it('offers a viewer its export alone', async () => {
    await open('/studios/a/devices', 'viewer', []);
    expect(view.text()).toMatch(/No devices yet\.$/);
    expect(buttonsOf(view)).toEqual(['Export', 'Export as CSV', 'Export as JSON']);
    view.close();
    await open('/studios/a/devices', 'operator', []);
    expect(view.text()).toMatch(/No devices yet\. Each device gets its token when you add it\.$/);
    expect(buttonsOf(view)).toContain('Import devices');
  });
});

describe('the selected devices', () => {
  it('are counted, and those that the table does not show can be shown', async () => {
    const acts = await openBar(['Ann', 'Bob'], ['Bob']);
    expect(view.text()).toContain('2 devices selected, 1 not shown');
    press(view, 'Show all devices');
    press(view, 'Clear selection');
    expect(acts).toEqual(['show all', 'clear']);
    view.close();
    await openBar(['Cleo']);
    expect(view.text()).toContain('1 device selected. None has a token that could be revoked.');
    expect(buttonOf(view, 'Revoke selected').props['isDisabled']).toBe(true);
    expect(buttonsOf(view)).not.toContain('Show all devices');
    view.close();
    await openBar([]);
    expect(view.text()).toBe('');
  });

  it('are revoked after a question that names first those that are not shown, without the revoked ones', async () => {
    await openBar(['Ann', 'Bob', 'Cleo', 'Eve'], ['Ann', 'Cleo']);
    server.answer('POST /studios/a/devices/revoke', () => replied({}));
    press(view, 'Revoke selected');
    expect(dialogsOf(view)).toEqual(['Revoke 3 devices?']);
    expect(view.text()).toContain('Bob (not shown) Eve (not shown) Ann Their tokens');
    press(view, 'Revoke 3 devices');
    await eventually('they are revoked', () => dialogsOf(view).length === 0);
    expect(sent()).toEqual([['POST /studios/a/devices/revoke', { devices: ['bob', 'eve', 'ann'] }, null]]);
  });

  it('get the settings that were chosen, and no others', async () => {
    await openBar(['Ann', 'Bob']);
    server.answer('PATCH /studios/a/devices', () => replied({}));
    press(view, 'Edit selected');
    expect(buttonOf(view, 'Save').props['isDisabled']).toBe(true);
    enter(view, 'Settings to change', ['station', 'expiresAt', 'access']);
    enter(view, 'Access', 'read_and_control');
    enter(view, 'Station (optional)', 'Alpha');
    enter(view, 'Expiry (optional)', '2020-01-01T10:00');
    press(view, 'Save');
    expect([errorsOf(view), sent()]).toEqual([['Enter a time in the future.'], []]);
    enter(view, 'Settings to change', ['station', 'access']);
    press(view, 'Save');
    await eventually('the dialog is closed', () => dialogsOf(view).length === 0);
    const changes = { station: 'Alpha', access: 'read_and_control' };
    expect(sent()).toEqual([['PATCH /studios/a/devices', { devices: ['ann', 'bob'], changes }, '"1"']]);
  });

  it('are changed at the second attempt if someone else changed a device before the first', async () => {
    await openBar(['Ann']);
    server.answer(
      'PATCH /studios/a/devices',
      () => refused(412, 'changed'),
      () => replied({}),
    );
    press(view, 'Edit selected');
    enter(view, 'Settings to change', ['access']);
    server.answer('GET /studios/a/devices', () => replied({ devices }, { etag: '"2"' }));
    await view.bench.client.refetchQueries({ queryKey: ['studio', 'a', 'devices'] });
    press(view, 'Save');
    await shows(view, 'Someone else changed devices of this studio. Check your changes, and save them again.');
    await eventually('they can be saved', () => buttonsOf(view).includes('Save'));
    press(view, 'Save');
    await eventually('the dialog is closed', () => dialogsOf(view).length === 0);
    expect(sent().map(([, , tag]) => tag)).toEqual(['"1"', '"2"']);
  });

  it('are copied to another studio in which the operator may add devices, but for those that it has', async () => {
    await openBar(['Ann', 'Bob', 'Cleo', 'Dora']);
    server.answer('GET /studios/b/devices', () => replied({ devices: [device('ANN')] }));
    server.answer('GET /studios/d/devices', () => replied({ devices: [device('bob')] }));
    const added = [
      { device: device('Ann'), token: 'sc_1' },
      { device: device('Dora'), token: 'sc_2' },
    ];
    server.answer('POST /studios/d/devices/import', () => replied({ devices: added }));
    await eventually('the studios are read', () => buttonsOf(view).includes('Copy to another studio'));
    press(view, 'Copy to another studio');
    expect(buttonOf(view, 'Copy 3 devices').props['isDisabled']).toBe(true);
    await shows(view, '1 device left out, because the studio has devices with the same names: Ann.');
    const options = view.parts().filter(({ props }) => 'textValue' in props);
    expect(options.map(({ props }) => props['textValue'])).toEqual(['B', 'D']);
    enter(view, 'Studio', 'd');
    await shows(view, 'because the studio has devices with the same names: Bob.');
    expect(view.text()).toContain('1 device left out, because their tokens are revoked: Cleo.');
    press(view, 'Copy 2 devices');
    await shows(view, 'Close without saving');
    const names = (server.changes()[0]?.body as { readonly devices: readonly { readonly name: string }[] }).devices;
    expect(names.map(({ name }) => name)).toEqual(['Ann', 'Dora']);
    expect([sent()[0]?.[0], dialogsOf(view)]).toEqual(['POST /studios/d/devices/import', ['2 devices added']]);
    const link = { click: () => undefined, download: '' };
    Object.assign(server.document, { createElement: () => link });
    press(view, 'Download tokens');
    expect(link.download).toBe('d-tokens.csv');
    press(view, 'Done');
    expect(dialogsOf(view)).toEqual([]);
  });
});

it('a copy shows that the devices of the other studio can’t be read', async () => {
  const session = { username: 'ann', role: 'admin', studioRoles: {} };
  const dialog = await pageView('devices/copy-devices.js', 'CopyDevices');
  const bench = pageBench([
    [['session'], session],
    [['studios'], ['a', 'b'].map((id) => ({ id, name: id }))],
  ]);
  server.answer('GET /studios/b/devices', () => refused(503, 'later'));
  view = stage(dialog({ studioId: 'a', devices: [device('Ann')], onClose: () => undefined }), bench);
  await shows(view, 'Later.');
  expect(view.text()).not.toContain('Loading…');
});
