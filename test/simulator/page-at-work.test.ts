// What presses of the simulator's page do, without a browser: each steers the record beside it, as it was chosen.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buttonOf, buttonsOf, enter, press } from '../console/stage-actions.js';
import type { Stage } from '../console/stage.js';
import { player, run, scene, studio } from './page-records.js';
import { simulatorView, steeredPage, type SteeredPage } from './steered-page.js';

let page: SteeredPage;
let view: Stage;
let changes: object;

beforeEach(() => {
  changes = {};
  page = steeredPage();
});
afterEach(() => {
  page.close();
});

const showStudio = async (path: string, name: string): Promise<void> => {
  const of = await simulatorView(path, name);
  view = await page.show(() => of({ studio: studio(changes) }));
};

const device = (id: string, kind: string, state: object, change: object = {}) => ({
  ...{ ...player(id), kind, state, reported: state },
  ...change,
});
const faults = [
  { type: 'late', limitable: true, delayed: true, error: 'ack_timeout' },
  { type: 'offline', limitable: false, delayed: false, error: null },
];
const cameras = [{ id: 'cam', name: 'Cam', angles: ['wide', 'close'].map((id) => ({ id, name: id })) }];
const layout = { ...studio().layout, cameras, stations: ['desk', 'van'].map((id) => ({ id, name: `The ${id}` })) };
const players = [player('main', scene('left', { run }), scene('right', { run })), player('aux', scene('full'))];

describe('a press', () => {
  it.each([
    [{ clock: { ...studio().clock, paused: true } }, 'Resume', ['setClock', { paused: false }]],
    [{ clock: { ...studio().clock, paused: false } }, 'Pause', ['setClock', { paused: true }]],
    [{ clock: { ...studio().clock, paused: true } }, '+0.1 s', ['step', 100]],
    [{ clock: { ...studio().clock, paused: true } }, '+1 min', ['step', 60_000]],
  ])('of the clock: %j %s', async (of, name, call) => {
    changes = of;
    await showStudio('clock-controls.js', 'ClockControls');
    press(view, name);
    expect(page.calls).toEqual([call]);
  });

  it.each([
    ['End clip of main, right', ['changeState', 'main', { scenes: [{ id: 'right', run: null }] }]],
    ['Unplug main', ['changeState', 'main', { connected: false }]],
    ['Plug in aux', ['changeState', 'aux', { connected: true }]],
  ])('of an output: %s', async (name, call) => {
    changes = { devices: [players[0], { ...players[1], connected: false }] };
    await showStudio('monitors.js', 'Monitors');
    press(view, name);
    expect(page.calls).toEqual([call]);
    expect(buttonOf(view, 'End clip of aux, full').props['isDisabled']).toBe(true);
  });

  it('of an angle turns its camera', async () => {
    changes = { layout, devices: [device('cam', 'camera', { angle: null })] };
    await showStudio('cameras.js', 'Cameras');
    press(view, 'close');
    expect(page.calls).toEqual([['changeState', 'cam', { angle: 'close' }]]);
  });

  it('of a switch switches its line', async () => {
    changes = { devices: ['a', 'b'].map((id) => device(id, 'signal_line', { on: false })) };
    await showStudio('signals.js', 'Signals');
    press(view, 'Switch b');
    expect(page.calls).toEqual([['changeState', 'b', { on: true }]]);
  });

  it('of a station lets it take over, or none if one holds the studio', async () => {
    const stations = await simulatorView('stations.js', 'Stations');
    let holder: string | null = null;
    view = await page.show(() => stations({ layout, service: { holder } }));
    expect(buttonsOf(view)).toEqual(['The desk takes over', 'The van takes over']);
    press(view, 'The van takes over');
    holder = 'The van';
    press(view, 'No station');
    expect(page.calls).toEqual([
      ['hold', 'van'],
      ['hold', null],
    ]);
  });

  it('of a clip starts it in the chosen scene, and in the first one that is left once that is gone', async () => {
    changes = { devices: players };
    await showStudio('banks.js', 'Banks');
    const name = '1 · opener opener no length';
    const started = (output: string, id: string) => {
      expect(page.calls.splice(0)).toEqual([
        ['changeState', output, { scenes: [{ id, run: { bank: 'news', clip: 'opener' } }] }],
      ]);
    };
    press(view, name);
    started('main', 'left');
    enter(view, 'Play in', 'slot main / right');
    press(view, name);
    started('main', 'right');
    changes = { devices: [players[1]] };
    press(view, name);
    started('aux', 'full');
  });
});

it('a clip is shown as playing in its own bank alone', async () => {
  const clips = [{ number: 1, key: 'opener', name: 'Opener', durationMs: null }];
  const banks = ['news', 'late'].map((key) => ({ key, name: key, clips }));
  const playing = player('main', scene('full', { run: { ...run, bank: 'late', clip: 'opener' } }));
  changes = { devices: [playing], layout: { ...layout, banks } };
  await showStudio('banks.js', 'Banks');
  const slots = view.parts().filter(({ props }) => String(props['className']).startsWith('button '));
  expect(slots.map(({ props }) => props['className'])).toEqual(['button plain', 'button primary']);
});

it('times advance until the page is left, and no longer', async () => {
  vi.useFakeTimers();
  await showStudio('monitors.js', 'Monitors');
  view.parts();
  expect(vi.getTimerCount()).toBe(1);
  view.close();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

describe('the fault of a device', () => {
  let fault: object | null;

  beforeEach(async () => {
    fault = null;
    const control = await simulatorView('fault-control.js', 'FaultControl');
    view = await page.show(() => control({ device: device('cam', 'camera', {}, { faults, fault, name: 'Cam' }) }));
  });
  const commands = 'Commands that the fault of Cam affects; empty for all';

  it('begins when it is chosen, with the numbers that were entered before', () => {
    enter(view, commands, '3');
    expect(page.calls).toEqual([]);
    enter(view, 'Fault of Cam', 'late');
    enter(view, 'Fault of Cam', 'offline');
    enter(view, 'Fault of Cam', '');
    expect(page.calls).toEqual([
      ['setFault', 'cam', { type: 'late', commands: 3, delayMs: 1_000 }],
      ['setFault', 'cam', { type: 'offline' }],
      ['setFault', 'cam', null],
    ]);
  });

  it('follows its numbers while it lasts, and affects all commands without one', () => {
    fault = { type: 'late', delayMs: 1_000, commands: 2 };
    expect(view.text()).toMatch(/2 left$/);
    enter(view, 'Delay of Cam in milliseconds', '250');
    enter(view, commands, '4');
    enter(view, commands, '');
    expect(page.calls).toEqual([
      ['setFault', 'cam', { type: 'late', delayMs: 250 }],
      ['setFault', 'cam', { type: 'late', commands: 4, delayMs: 250 }],
      ['setFault', 'cam', { type: 'late', delayMs: 250 }],
    ]);
    fault = { type: 'offline' };
    expect(view.text()).toMatch(/until it is removed$/);
  });
});

describe('the traffic', () => {
  const command = (number: number, id: string) => ({
    ...{ number, time: `2021-03-01T12:00:0${String(number)}.000Z`, device: id, outcome: 'executed', fault: null },
    ...{ command: { type: 'switch', on: true }, source: null, endedAt: null },
  });
  const times = (): readonly string[] => view.text().match(/12:00:0\d/g) ?? [];

  it('is that of everything, of calls alone or of one device, newest first', async () => {
    const call = {
      time: '2021-03-01T12:00:04.000Z',
      method: 'GET',
      path: '/x',
      caller: null,
      status: 200,
      error: null,
    };
    changes = {
      devices: ['a', 'b'].map((id) => device(id, 'signal_line', { on: false })),
      commands: [command(1, 'a'), command(2, 'b'), command(3, 'a')],
      calls: [{ number: 1, action: null, call, decidedBy: { step: 'host' } }],
    };
    await showStudio('traffic.js', 'Traffic');
    expect(times()).toEqual(['12:00:04', '12:00:03', '12:00:02', '12:00:01']);
    enter(view, 'Show', 'a');
    expect(times()).toEqual(['12:00:03', '12:00:01']);
    enter(view, 'Show', 'calls');
    expect(times()).toEqual(['12:00:04']);
  });
});
