// The fault of a device.
import { expect, it } from 'vitest';
import { FaultControl } from '../../../simulator/page/fault-control.js';
import { enter, text } from '../../adapters/web/page-bench.js';
import { device, studio } from './records.js';
import { steered } from './steered.js';

const faults = [
  { type: 'late', limitable: true, delayed: true, error: 'ack_timeout' },
  { type: 'offline', limitable: false, delayed: false, error: null },
];
const control = (fault: object | null) => {
  const [camera] = studio({ devices: [device('cam', 'camera', {}, { faults, fault, name: 'Cam' })] }).devices;
  return camera === undefined ? <p /> : <FaultControl device={camera} />;
};
const commands = 'Commands that the fault of Cam affects; empty for all';

it('a fault begins when it is chosen, with the numbers that were entered before', () => {
  const { calls, update } = steered(control(null));
  enter(commands, '3');
  expect(calls).toEqual([]);
  for (const type of ['late', 'offline']) enter('Fault of Cam', type);
  update(control({ type: 'offline' }));
  enter('Fault of Cam', '');
  expect(calls).toEqual([
    ['setFault', 'cam', { type: 'late', commands: 3, delayMs: 1_000 }],
    ['setFault', 'cam', { type: 'offline' }],
    ['setFault', 'cam', null],
  ]);
});

it('a fault follows its numbers while it lasts, and affects all commands without one', () => {
  const { calls, update } = steered(control({ type: 'late', delayMs: 1_000, commands: 2 }));
  expect(text()).toMatch(/2 left$/);
  enter('Delay of Cam in milliseconds', '250');
  enter(commands, '4');
  enter(commands, '');
  expect(calls).toEqual([
    ['setFault', 'cam', { type: 'late', delayMs: 250 }],
    ['setFault', 'cam', { type: 'late', commands: 4, delayMs: 250 }],
    ['setFault', 'cam', { type: 'late', delayMs: 250 }],
  ]);
  update(control({ type: 'offline' }));
  expect(text()).toMatch(/until it is removed$/);
});
