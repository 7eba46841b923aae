// The set-up of a new device at the console's page at work, without a browser: what it needs to know, and what it says without.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../support/eventually.js';
import { ControlledSource, openedSources } from './controlled-source.js';
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

describe('the first call of a new device', () => {
  const device = { id: 'd1', name: 'Desk', lastCall: null, oldToken: null };
  const call = (address: string, step: string, change: object = {}) => ({
    ...{ time: 1_000, method: 'GET', path: '/x', status: 200, error: null, address, caller: null, answeredAfterMs: 1 },
    ...{ decidedBy: { step, ...(step === 'device_token' && { device: { id: 'd1', name: 'Desk' } }) }, ...change },
  });

  beforeEach(() => {
    openedSources.length = 0;
    vi.stubGlobal('EventSource', ControlledSource);
  });
  const waiting = async (connected: boolean, lastCall: object | null = null): Promise<ControlledSource> => {
    answer('devices', () => replied({ devices: [{ ...device, lastCall }] }));
    const studios = [{ id: 'a/b', connected }];
    server.answer('GET /studios?limit=2000', () => replied({ studios, next: null }));
    const first = await pageView('new-device/first-call-view.js', 'FirstCall');
    view = stage(first({ studioId: 'a/b', device }));
    await eventually('all is read', () => view.text() !== '' && view.bench.client.isFetching() === 0);
    const [source] = openedSources as [ControlledSource];
    return source;
  };

  it('is shown with its answer, then also the last one, and before it a call that lacks the token', async () => {
    const source = await waiting(true);
    expect(view.text()).toBe('Waiting for the first call of Desk…');
    source.send('calls', {
      calls: [call('10.0.0.9', 'no_token', { status: 401, error: 'unauthorized' })],
      notShown: 0,
    });
    expect(view.text()).toContain('A call without this token came from 10.0.0.9: 401 unauthorized');
    expect(view.text()).not.toContain('Use another address to try it.');
    source.send('calls', { calls: [call('127.0.0.1', 'host')], notShown: 0 });
    expect(view.text()).toContain('Use another address to try it.');
    source.send('calls', { calls: [call('10.0.0.1', 'device_token')], notShown: 0 });
    expect(view.text()).toMatch(/^Seen from 10\.0\.0\.1, .* 200 GET \/x Admitted by the token of “Desk”\.$/);
    source.send('calls', { calls: [call('10.0.0.2', 'device_token'), call('10.0.0.3', 'host')], notShown: 0 });
    expect(view.text()).toMatch(/^Seen from 10\.0\.0\.1, .*Last call, from 10\.0\.0\.2:/);
  });

  it('is awaited in vain while the service is not connected, and may be reported otherwise', async () => {
    await waiting(false);
    expect(view.text()).toContain('The studio’s service isn’t connected: the token works once it has connected.');
    view.close();
    await waiting(true, { time: '2021-03-01T12:00:00.000Z', address: '10.0.0.4', answer: null });
    expect(view.text()).toMatch(/^Seen from 10\.0\.0\.4, 1 Mar 2021/);
  });
});
