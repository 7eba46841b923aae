// The outputs, signals and cameras: what they show, and what a press of each steers.
import { act, screen } from '@testing-library/react';
import type { FunctionComponent } from 'react';
import { expect, it, vi } from 'vitest';
import { Cameras } from '../../../simulator/page/cameras.js';
import { Monitors } from '../../../simulator/page/monitors.js';
import type { ShownStudio } from '../../../simulator/page/shown-studio.js';
import { Signals } from '../../../simulator/page/signals.js';

import { isEnabled, press, show, text } from '../../adapters/web/page-bench.js';
import { device, layout, player, run, scene, studio } from './records.js';
import { steered } from './steered.js';

it.each([
  ['End clip of main, right', ['changeState', 'main', { scenes: [{ id: 'right', run: null }] }]],
  ['Unplug main', ['changeState', 'main', { connected: false }]],
  ['Plug in aux', ['changeState', 'aux', { connected: true }]],
])('a press of “%s” steers its output', async (name, call) => {
  const aux = { ...player('aux', scene('full')), connected: false };
  const devices = [player('main', scene('left', { run }), scene('right', { run })), aux];
  const { calls } = steered(<Monitors studio={studio({ devices })} />);
  await press(name);
  expect(calls).toEqual([call]);
  expect(isEnabled(screen.getByRole('button', { name: 'End clip of aux, full' }))).toBe(false);
});

it.each([
  [{ positionMs: 5_000 }, '0:55 paused'],
  [{ positionMs: 65_000 }, '0:00 paused'],
  [{ positionMs: 65_000, loop: true }, '0:55 paused'],
  [{ positionMs: 65_000, durationMs: null }, '1:05 paused'],
  [{ paused: false, loop: true, asOfMs: Date.UTC(2021, 2, 1, 11, 59, 20) }, '0:20 loop'],
])('a monitor counts a clip down: %j', (change, wanted) => {
  const devices = [player('main', scene('full', { run: { ...run, ...change } }))];
  show(<Monitors studio={studio({ devices, clockAtMs: performance.now() })} />);
  expect(text()).toContain(`Weather ${wanted} nothing cued`);
});

it('times advance five times a second until the page is left, and no longer', () => {
  vi.useFakeTimers();
  const clock = { now: '2021-03-01T12:00:00.000Z', paused: false, speed: 5 };
  const asOfMs = Date.parse(clock.now);
  const devices = [player('main', scene('full', { run: { ...run, paused: false, asOfMs } }))];
  const { unmount } = show(<Monitors studio={studio({ devices, clock, clockAtMs: performance.now() })} />);
  expect(vi.getTimerCount()).toBe(1);
  for (const wanted of ['0:59', '0:58', '0:57']) {
    act(() => void vi.advanceTimersByTime(200));
    expect(text()).toContain(`Weather ${wanted}`);
  }
  unmount();
  vi.advanceTimersByTime(1_000);
  expect(vi.getTimerCount()).toBe(0);
});

const playing = scene('full', { run });
it.each<[string, FunctionComponent<{ readonly studio: ShownStudio }>, object, object, string]>([
  ['player', Monitors, { scenes: [playing] }, { scenes: [scene('full')] }, 'full plays nothing'],
  ['signal_line', Signals, { on: true }, { on: false }, 'Off'],
  ['camera', Cameras, { angle: 'wide' }, { angle: 'close' }, 'close'],
])('what a device reported is shown while it differs from what it does: %s', (kind, View, state, reported, wanted) => {
  const { update } = show(<View studio={studio({ devices: [device('one', kind, state, { reported })] })} />);
  expect(text()).toContain(`Reported: ${wanted}`);
  update(<View studio={studio({ devices: [device('one', kind, state)] })} />);
  expect(text()).not.toContain('Reported');
});

it('a press of an angle turns its camera, and a press of a switch switches its line', async () => {
  const devices = [
    device('cam', 'camera', { angle: null }),
    ...['a', 'b'].map((id) => device(id, 'signal_line', { on: false })),
  ];
  const shown = studio({ layout, devices });
  const { calls } = steered(
    <>
      <Cameras studio={shown} />
      <Signals studio={shown} />
    </>,
  );
  await press('close');
  await press('Switch b');
  expect(calls).toEqual([
    ['changeState', 'cam', { angle: 'close' }],
    ['changeState', 'b', { on: true }],
  ]);
});
