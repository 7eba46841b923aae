// What every driver does with a device that sends as much as it can: one alarm, one connection in half a minute, and other work
// has its turn all the time.
import { expect, it } from 'vitest';
import { attachedDevices } from '../../../application/connections/attached-devices.js';
import { currentLayout } from '../../../application/state/current-layout.js';
import { unconnectedDrivers } from '../../../adapters/unconnected/devices.js';
import { closedAfterEach } from '../../support/closed-after-each.js';
import { silent } from '../../../features/support/silent-log.js';
import { connectionDrivers } from '../../../infra/service/connection-drivers.js';
import { manualClock } from '../../../simulator/clock.js';
import { eventually } from '../../support/eventually.js';
import { connectionId, layoutWith } from './bench.js';
import { everyProtocol } from './every-protocol.js';
import { floodingDevice, floods } from './floods.js';

const closing = closedAfterEach();

it.each(Object.entries(floods))('%s end the connection, and raise one alarm', async (_, flood) => {
  const device = await floodingDevice(flood);
  closing.push(device.close);
  const clock = manualClock();
  const reasons: (string | null)[] = [];
  const lost: unknown[] = [];
  const current = currentLayout(
    layoutWith(
      flood.protocol,
      { ...flood.settings, host: '127.0.0.1', port: device.port },
      everyProtocol[flood.protocol].options,
    ),
  );
  const { close } = attachedDevices(current, unconnectedDrivers(current), {
    clock,
    log: { ...silent, warn: (_sentence, fields) => void lost.push(fields?.['reason']) },
    table: connectionDrivers,
    readSecret: () => Promise.resolve('secret'),
    flooded: (id, message) => void (id === connectionId && reasons.push(message)),
  });
  closing.push(close);
  await eventually('the connection is lost', () => lost.length > 0);
  const isFlood = reasons.length > 0;
  expect([reasons, lost]).toEqual(
    isFlood
      ? [[expect.stringContaining('it sends more than')], [reasons[0]]]
      : [[], [expect.stringMatching(flood.refusal ?? /^$/)]],
  );
  await clock.advance(400);
  expect(device.connections()).toBe(1);
});
