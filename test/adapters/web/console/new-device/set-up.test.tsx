// The set-up of a new device: what it needs to know, and what it shows without.
import { beforeEach, expect, it } from 'vitest';
import { features } from '../../../../../adapters/web/console/api/rules.js';
import { SetUp } from '../../../../../adapters/web/console/new-device/set-up.js';
import { alerts, allRead, press, show, shows } from '../../page-bench.js';
import { refused, replied, server } from '../../page-server.js';

const switches = Object.fromEntries(features.map((name) => [name, { read: true, control: name !== 'outputs' }]));
const panelTargets = {
  ...{ urls: ['http://one:3002', 'http://two:3002'], signals: ['red'], macros: [{ id: 'm/1', name: 'Open' }] },
  ...{ outputs: [{ slot: 'main', scenes: ['a', 'b'] }], clips: [], stations: null, panels: null, further: 3 },
};
const values = {
  'panel-targets': { panelTargets },
  access: { apiEnabled: true, legacyAuthorization: false },
  features: switches,
};
const setUp = () =>
  show(
    <SetUp
      studioId="a/b"
      device={{ access: 'read_and_control', features: [], panel: null, operations: [] }}
      token="sc_1"
    />,
  );

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
