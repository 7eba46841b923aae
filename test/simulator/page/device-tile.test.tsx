// The button of a device's fault.
import { expect, it } from 'vitest';
import { DeviceTile } from '../../../simulator/page/device-tile.js';
import type { ShownStudio } from '../../../simulator/page/shown-studio.js';
import { buttons, enter, press, show, text } from '../../adapters/web/page-bench.js';
import { device } from './records.js';
import { steered } from './steered.js';

const fault = (type: string) => ({ type, error: 'ack_timeout', limitable: true, delayed: type === 'late' });
const tile = (change: object) => (
  <DeviceTile
    device={device('lamp', 'signal_line', { on: false }, change) as ShownStudio['devices'][number]}
    address="red-light"
    reported="Off"
  >
    Off
  </DeviceTile>
);

it.each([
  [null, 'Fault', 'Fault of lamp'],
  [{ type: 'frozen' }, 'Frozen', 'Fault of lamp: Frozen'],
  [{ type: 'lost', commands: 3 }, 'Replies lost · 3 left', 'Fault of lamp: Replies lost · 3 left'],
])('the button shows the fault and how many commands it still affects: %j', (active, shown, name) => {
  show(tile({ fault: active }));
  expect([text(), buttons()]).toEqual([`lamp red-light ${shown} Off`, ['Unplug lamp', name]]);
});

it('a fault begins with the number of commands that was entered, and goes on with another one', async () => {
  const faults = ['late', 'lost'].map(fault);
  const { calls, update } = steered(tile({ faults }));
  await press('Fault of lamp');
  const commands = 'Commands that the fault of lamp affects; empty for all';
  enter(commands, '2');
  enter('Fault of lamp', 'lost');
  update(tile({ faults, fault: { type: 'late', delayMs: 1_000 } }));
  enter(commands, '3');
  enter('Fault of lamp', '');
  expect(calls).toEqual([
    ['setFault', 'lamp', { type: 'lost', commands: 2 }],
    ['setFault', 'lamp', { type: 'late', commands: 3, delayMs: 1_000 }],
    ['setFault', 'lamp', null],
  ]);
});
