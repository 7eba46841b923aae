// How a device over UDP may write its answers, and what it gets.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, expect, it } from 'vitest';
import { layoutWith, openDrivers } from '../bench.js';

const closing: (() => void)[] = [];

afterEach(() => {
  for (const close of closing.splice(0).reverse()) close();
});

it.each<readonly [string, object, string, Buffer]>([
  ['nothing', {}, '1', Buffer.from('ASK é')],
  ['a line feed', { delimiter: '\n' }, '1\n', Buffer.from('ASK é\n')],
  ['another delimiter', { delimiter: ';' }, '1\r\n', Buffer.from('ASK é;')],
  ['nothing, in Latin-1', { encoding: 'latin1' }, '1', Buffer.from('ASK é', 'latin1')],
  ['a sign of Latin-1', { encoding: 'latin1', delimiter: '§' }, '1', Buffer.from('ASK é§', 'latin1')],
])(
  'an answer that ends with what it likes is understood, and each message ends with %s',
  async (_, settings, answer, question) => {
    const device = createSocket('udp4');
    const received: Buffer[] = [];
    device.on('message', (message, { port }) => {
      received.push(message);
      device.send(answer, port, '127.0.0.1');
    });
    device.bind(0, '127.0.0.1');
    await once(device, 'listening');
    const line = { on: 'ON', off: 'OFF', state: { ask: 'ASK é', on: '1', off: '0' } };
    const { drivers, close } = openDrivers(
      layoutWith(
        'udp',
        { host: '127.0.0.1', port: device.address().port },
        { lines: { 'sig-1': line }, settings: { ...settings } },
      ),
    );
    closing.push(() => device.close(), close);
    await expect.poll(() => drivers.signalLines.value('sig-1')).toBe(true);
    expect(received[0]).toEqual(question);
  },
);

it.each(['utf8', 'latin1'] as const)('an answer in %s is read in that encoding', async (encoding) => {
  const device = createSocket('udp4');
  device.on('message', (_, { port }) => {
    device.send(Buffer.from('geöffnet', encoding), port, '127.0.0.1');
  });
  device.bind(0, '127.0.0.1');
  await once(device, 'listening');
  const lines = { 'sig-1': { state: { ask: 'ASK', on: 'geöffnet', off: 'zu' } } };
  const address = { host: '127.0.0.1', port: device.address().port };
  const { drivers, close } = openDrivers(layoutWith('udp', address, { lines, settings: { encoding } }));
  closing.push(() => device.close(), close);
  await expect.poll(() => drivers.signalLines.value('sig-1')).toBe(true);
});
