// A service with one output, which holds it until it is killed. Its programs stand in for gpiod.
import { unconnectedDrivers } from '../../../../adapters/unconnected/devices.js';
import { SystemClock } from '../../../../adapters/node/clock.js';
import { attachedDevices } from '../../../../application/connections/attached-devices.js';
import { currentLayout } from '../../../../application/state/current-layout.js';
import { silent } from '../../../../features/support/silent-log.js';
import { connectionDrivers } from '../../../../infra/service/connection-drivers.js';
import { layoutWith } from '../bench.js';

const lines = { 'sig-1': { line: 5, direction: 'out', safe: 'on' }, 'sig-2': { line: 6, direction: 'in' } };
const current = currentLayout(layoutWith('gpio', {}, { settings: { chip: 'gpiochip0' }, lines }));
const { drivers } = attachedDevices(current, unconnectedDrivers(current), {
  clock: new SystemClock(),
  log: silent,
  readSecret: () => Promise.resolve(''),
  table: connectionDrivers,
});
drivers.signalLines.watch(() => {
  if (['sig-1', 'sig-2'].every(drivers.signalLines.connected)) console.log('held');
});
