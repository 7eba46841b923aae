// What the page of the simulated studio shows of given records, rendered without a browser.
import { describe, expect, it } from 'vitest';
import { panelGroups, variablePath } from '../../simulator/page/panel-layout.js';
import { pageView, textOf } from '../console/page-hooks.js';
import { player, run, scene, studio } from './page-records.js';

const folder = '../../simulator/page';

describe('the buttons of the virtual panel', () => {
  const group = (title: string, changes: object = {}) =>
    panelGroups(studio(changes)).find((one) => one.title === title);
  const paths = (title: string, label: string) => group(title)?.buttons.find((one) => one.label === label)?.path;
  const lit = (title: string, changes: object = {}) =>
    group(title, changes)
      ?.buttons.filter(({ isLit }) => isLit)
      .map(({ label }) => label);

  it('name the scene, each its own, only where an output has several', () => {
    expect(paths('main, left', 'Stop')).toBe('/api/v2/plain/outputs/slot%20main/stop?scene=left');
    expect(paths('main, right', 'Play opener')).toBe('/api/v2/plain/outputs/slot%20main/clips/opener/play?scene=right');
    expect(paths('aux', 'Stop')).toBe('/api/v2/plain/outputs/slot%20aux/stop');
  });

  it('are lit for what plays and what is cued, of the active bank', () => {
    expect([lit('main, left'), lit('main, right'), lit('aux')]).toEqual([['Play weather', 'Pause'], [], []]);
    const other = { service: { ...studio().service, activeBank: 'other' } };
    expect([lit('main, left', other), lit('main, right', other)]).toEqual([['Pause'], ['Cue opener']]);
  });

  it('seek before the end of a clip that is long enough, and show the graphic of a scene that has one', () => {
    expect(paths('main, left', 'Last 10 s')).toBe('/api/v2/plain/outputs/slot%20main/seek?scene=left&ms=50000');
    expect([paths('main, right', 'Last 10 s'), paths('main, left', 'Show graphic')]).toEqual([undefined, undefined]);
    expect(paths('main, right', 'Show graphic')).toBe('/api/v2/plain/outputs/slot%20main/graphic/show?scene=right');
  });
});

const viewText = async (path: string, name: string, changes: object): Promise<string> =>
  textOf((await pageView(path, name, (file) => import(`${folder}/${file}`)))({ studio: studio(changes) }));

describe('the monitors', () => {
  it.each([
    [{ positionMs: 5_000 }, '0:55 paused'],
    [{ positionMs: 65_000 }, '0:00 paused'],
    [{ positionMs: 65_000, loop: true }, '0:55 paused'],
    [{ positionMs: 65_000, durationMs: null }, '1:05 paused'],
    [{ paused: false, loop: true, asOfMs: Date.UTC(2021, 2, 1, 11, 59, 20) }, '0:20 loop'],
  ])('count a clip down: %j', async (change, text) => {
    expect(
      await viewText('monitors.js', 'Monitors', {
        devices: [player('main', scene('full', { run: { ...run, ...change } }))],
      }),
    ).toContain(`Weather ${text} nothing cued`);
  });
});

describe('what a device reported', () => {
  const device = (kind: string, state: object, reported: object) => ({
    devices: [{ ...player('one'), kind, state, reported }],
  });
  const playing = scene('full', { run });

  it.each([
    [
      'monitors.js',
      'Monitors',
      device('player', { scenes: [playing] }, { scenes: [scene('full')] }),
      'full plays nothing',
    ],
    ['signals.js', 'Signals', device('signal_line', { on: true }, { on: false }), 'Off'],
    ['cameras.js', 'Cameras', device('camera', { angle: 'wide' }, { angle: 'close' }), 'close'],
  ])('is shown while it differs from what it does: %s', async (path, name, changes, text) => {
    expect(await viewText(path, name, changes)).toContain(`Reported: ${text} `);
    const [one] = changes.devices;
    expect(await viewText(path, name, { devices: [{ ...one, reported: one?.state }] })).not.toContain('Reported');
  });
});

it.each([
  [10, '0.1× 0.5× 1× 2× 10× 60×'],
  [4, '0.1× 0.5× 1× 2× 10× 60× 4×'],
])('the clock offers its present speed %d among %s', async (speed, text) => {
  expect(await viewText('clock-controls.js', 'ClockControls', { clock: { ...studio().clock, speed } })).toContain(text);
});

it('a variable is set to its whole text', () => {
  expect(variablePath('a/b', 'x&y=ü?')).toBe('/api/v2/plain/variables/a%2Fb/set?value=x%26y%3D%C3%BC%3F');
});

describe('the traffic', () => {
  const time = (second: number) => `2021-03-01T12:00:0${String(second)}.000Z`;
  const command = (number: number, action: string | null, change: object = {}) => ({
    ...{ number, time: time(number), device: 'sig-1', command: { type: 'switch', on: true } },
    ...{
      source: action === null ? null : { action, caller: 'device:Desk', startedBy: null },
      outcome: 'executed',
      endedAt: null,
      fault: null,
    },
    ...change,
  });
  const call = (number: number, action: string | null, error: string | null = null) => ({
    number,
    action,
    call: {
      time: time(number),
      method: 'GET',
      path: `/call-${String(number)}`,
      caller: 'host',
      status: error === null ? 200 : 424,
      error,
    },
    decidedBy: { step: 'host' },
  });

  it('has the commands of each call below it, others alone, newest first', async () => {
    const text = await viewText('traffic.js', 'Traffic', {
      calls: [call(2, 'one'), call(4, null), call(6, 'two', 'ack_timeout')],
      commands: [command(1, 'one'), command(3, null), command(5, 'two', { fault: 'lost' }), command(7, 'three')],
    });
    const parts = ['12:00:07', '/call-6', '12:00:05', 'executed, lost', '/call-4', '12:00:03', '/call-2', '12:00:01'];
    const places = parts.map((part) => text.indexOf(part));
    expect(places.filter((place) => place === -1)).toEqual([]);
    expect([...places].sort((one, other) => one - other)).toEqual(places);
    expect(text.match(/12:00:0\d/g)).toHaveLength(7);
    // A fault that is the outcome is named once.
    const refused = { outcome: 'refused', fault: 'refused' };
    expect(await viewText('traffic.js', 'Traffic', { commands: [command(1, null, refused)] })).toMatch(
      /switch on refused$/,
    );
    expect(text).toContain(
      '424 ack_timeout Admitted: the studio’s host itself, but the device didn’t confirm in time.',
    );
  });
});
