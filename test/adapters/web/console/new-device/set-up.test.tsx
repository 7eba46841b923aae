// The set-up of a new device: what it needs to know, and what it shows without.
import { beforeEach, expect, it } from 'vitest';
import { features } from '../../../../../adapters/web/console/api/rules.js';
import { SetUp } from '../../../../../adapters/web/console/new-device/set-up.js';
import { alerts, allRead, choose, press, show, shows, text } from '../../page-bench.js';
import { refused, replied, server } from '../../page-server.js';

const switches = Object.fromEntries(features.map((name) => [name, { read: true, control: name !== 'outputs' }]));
const panelTargets = {
  ...{ urls: ['http://one:3002', 'http://two:3002'], signals: ['red'], macros: [{ id: 'm/1', name: 'Open' }] },
  ...{ outputs: [{ slot: 'main', scenes: ['a', 'b'] }], clips: [], stations: null, further: 3 },
};
const values = {
  'panel-targets': { panelTargets },
  access: { apiEnabled: true, legacyAuthorization: false },
  features: switches,
};
const setUp = () => show(<SetUp studioId="a/b" device={{ access: 'read_and_control', features: [] }} token="sc_1" />);

beforeEach(() => {
  for (const [part, value] of Object.entries(values)) server.reply(`GET /studios/a%2Fb/${part}`, value);
});

it.each(Object.entries(values))(
  'the reason is shown while the examples are not known: %s can’t be read',
  async (part, value) => {
    server.answer(
      `GET /studios/a%2Fb/${part}`,
      () => refused(503, 'later'),
      () => replied(value),
    );
    const view = setUp();
    expect(alerts()).toEqual([]);
    await shows('Later.');
    await allRead(view);
    expect([alerts().length, server.calls().length]).toEqual([1, 3]);
    await press('Try again');
    await shows('curl');
    expect([alerts(), server.calls().length]).toEqual([[], 4]);
  },
);

it('the chosen call is shown at the chosen address, and how many records are left out', async () => {
  setUp();
  await shows("curl -H 'Authorization: Bearer sc_1' 'http://one:3002/api/v2/signals'");
  await choose(/Address of the service$/, 'http://two:3002');
  await choose(/Call$/, 'Run “Open”');
  expect(text()).toContain("curl -X POST -H 'Authorization: Bearer sc_1' 'http://two:3002/api/v2/macros/m%2F1/run'");
  expect(text()).toContain('3 more records of the studio are on the service’s reference page');
});
