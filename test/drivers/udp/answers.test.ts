// How a device over UDP may write its answers, and what it gets.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, expect, it } from 'vitest';
import { layoutWith, openDrivers } from '../bench.js';

const closing: (() => void)[] = [];

afterEach(() => {
  for (const close of closing.splice(0).reverse()) close();
});

it.each([
  ['nothing', undefined, '1'],
  ['a line feed', '\n', '1\n'],
  ['another delimiter', ';', '1\r\n'],
])(
  'an answer that ends with what it likes is understood, and each message ends with %s',
  async (_, delimiter, answer) => {
    const device = createSocket('udp4');
    const received: string[] = [];
    device.on('message', (message, { port }) => {
      received.push(String(message));
      device.send(answer, port, '127.0.0.1');
    });
    device.bind(0, '127.0.0.1');
    await once(device, 'listening');
    const line = { on: 'ON', off: 'OFF', state: { ask: 'ASK', on: '1', off: '0' } };
    const options = { lines: { 'sig-1': line }, settings: delimiter === undefined ? {} : { delimiter } };
    const { drivers, close } = openDrivers(
      layoutWith('udp', { host: '127.0.0.1', port: device.address().port }, options),
    );
    closing.push(() => device.close(), close);
    await expect.poll(() => drivers.signalLines.value('sig-1')).toBe(true);
    expect(received[0]).toBe(`ASK${delimiter ?? ''}`);
  },
);
