// The port of this host that drivers over datagrams send from, for devices that answer to a certain one.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, expect, it } from 'vitest';
import { sendError } from '../../contracts/device-commands.js';
import { freeUdpPort } from '../../support/loopback.js';
import { layoutWith, openDrivers } from '../bench.js';

const closing: (() => void)[] = [];

afterEach(() => {
  for (const close of closing.splice(0).reverse()) close();
});

it.each<readonly [string, object]>([
  ['udp', { on: 'ON', off: 'OFF', confirm: 'sent' }],
  ['osc', { on: { address: '/on' }, off: { address: '/off' }, confirm: 'sent' }],
])('is that of the settings: %s', async (protocol, line) => {
  const senders: number[] = [];
  const device = createSocket('udp4').on('message', (_, { port }) => senders.push(port));
  await once(device.bind(0, '127.0.0.1'), 'listening');
  closing.push(() => device.close());
  const localPort = await freeUdpPort();
  const address = { host: '127.0.0.1', port: device.address().port };
  const options = { lines: { 'sig-1': line }, settings: { localPort } };
  const { drivers, close } = openDrivers(layoutWith(protocol, address, options));
  closing.push(close);
  await expect.poll(() => drivers.signalLines.connected('sig-1')).toBe(true);
  expect(sendError(drivers.signalLines.switch('sig-1', true))).toBe('sent');
  await expect.poll(() => senders).toEqual([localPort]);
});
