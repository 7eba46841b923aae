// The set-up of a new device at the console's page at work, without a browser: what it needs to know, and what it says without.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventually } from '../support/eventually.js';
import { pageView } from './page-hooks.js';
import { alertsOf, enter, press, shows } from './stage-actions.js';
import { refused, replied, stagedConsole, type StagedConsole } from './stage-console.js';
import { stage, type Stage } from './stage.js';

const features = ['signals', 'studio', 'outputs', 'macros', 'cameras', 'variables', 'automations', 'station', 'core'];
const switches = Object.fromEntries(
  [...features, 'system', 'legacy'].map((name) => [name, { read: true, control: name !== 'outputs' }]),
);
const targets = {
  urls: ['http://one:3002', 'http://two:3002'],
  signals: ['red'],
  macros: [{ id: 'm/1', name: 'Open' }],
  outputs: [{ slot: 'main', scenes: ['a', 'b'] }],
  clips: [],
  stations: null,
  further: 3,
};

let server: StagedConsole;
let view: Stage;

const show = async (device: object = { access: 'read_and_control', features: [] }): Promise<void> => {
  const setUp = await pageView('new-device/set-up.js', 'SetUp');
  view = stage(setUp({ studioId: 'a/b', device, token: 'sc_1' }));
};

const answer = (part: string, ...next: readonly (() => Response)[]): void => {
  server.answer(`GET /studios/a%2Fb/${part}`, ...next);
};

beforeEach(() => {
  server = stagedConsole();
  answer('panel-targets', () => replied({ panelTargets: targets }));
  answer('access', () => replied({ apiEnabled: true, legacyAuthorization: false }));
  answer('features', () => replied(switches));
});
afterEach(() => {
  view.close();
  server.restore();
});

it.each(['panel-targets', 'access', 'features'])(
  'says why the examples are not known, until they are: %s can’t be read',
  async (part) => {
    const values = { 'panel-targets': { panelTargets: null }, access: { apiEnabled: true }, features: switches };
    answer(
      part,
      () => refused(503, 'later'),
      () => replied(values[part as keyof typeof values]),
    );
    await show();
    expect(alertsOf(view)).toEqual([]);
    await shows(view, 'Later.');
    await eventually('all are answered', () => view.bench.client.isFetching() === 0);
    expect([alertsOf(view).length, server.requests.length]).toEqual([1, 3]);
    press(view, 'Try again');
    await shows(view, 'curl');
    expect([alertsOf(view), server.requests.length]).toEqual([[], 4]);
  },
);

it('shows the chosen call at the chosen address, and how many records are left out', async () => {
  await show();
  await shows(view, "curl -H 'Authorization: Bearer sc_1' 'http://one:3002/api/v2/signals'");
  enter(view, 'Address of the service', 'http://two:3002');
  enter(view, 'Call', 'control macros/m%2F1/run');
  expect(view.text()).toContain(
    "curl -X POST -H 'Authorization: Bearer sc_1' 'http://two:3002/api/v2/macros/m%2F1/run'",
  );
  expect(view.text()).toContain('3 more records of the studio are on the service’s reference page');
});

it.each([
  ['', 'The station’s name in the studio file.'],
  ['Alpha', 'The station’s name in the studio file.'],
  ['s1', 'The station’s name in the studio file.'],
  ['Beta', 'Unknown station: the studio’s service doesn’t report it.'],
])('says whether the service reports a station: “%s”', async (value, hint) => {
  answer('panel-targets', () => replied({ panelTargets: { ...targets, stations: [{ id: 's1', name: 'Alpha' }] } }));
  answer('devices', () => replied({ devices: [{ station: 'Gamma' }, { station: null }, { station: 'Alpha' }] }));
  const field = await pageView('devices/station-field.js', 'StationField');
  view = stage(field({ studioId: 'a/b', value, onChange: () => undefined, error: undefined }));
  await eventually('all is read', () => view.text() !== '' && view.bench.client.isFetching() === 0);
  expect(view.text()).toContain(hint);
  const box = view.parts().find(({ props }) => 'defaultItems' in props);
  expect(box?.props['defaultItems']).toEqual([{ id: 'Alpha' }, { id: 'Gamma', remark: 'unknown' }]);
});
