// How a device over UDP may write its answers, and what it gets.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { layoutWith, openDrivers } from '../bench.js';
import { closedAfterEach } from '../../../support/closed-after-each.js';

const closing = closedAfterEach();

it.each<readonly [string, { delimiter?: string; encoding?: BufferEncoding }, string, Buffer]>([
  ['nothing', {}, 'geöffnet', Buffer.from('ASK é')],
  ['a line feed', { delimiter: '\n' }, 'geöffnet\n', Buffer.from('ASK é\n')],
  ['another delimiter', { delimiter: ';' }, 'geöffnet\r\n', Buffer.from('ASK é;')],
  ['nothing, in Latin-1', { encoding: 'latin1' }, 'geöffnet', Buffer.from('ASK é', 'latin1')],
  ['a sign of Latin-1', { encoding: 'latin1', delimiter: '§' }, 'geöffnet', Buffer.from('ASK é§', 'latin1')],
])('an answer in its encoding is understood whatever ends it, and each message ends with %s', async (...row) => {
  const [, settings, answer, question] = row;
  const device = createSocket('udp4');
  const received: Buffer[] = [];
  device.on('message', (message, { port }) => {
    received.push(message);
    device.send(Buffer.from(answer, settings.encoding), port, '127.0.0.1');
  });
  await once(device.bind(0, '127.0.0.1'), 'listening');
  const lines = { 'sig-1': { on: 'ON', off: 'OFF', state: { ask: 'ASK é', on: 'geöffnet', off: 'zu' } } };
  const address = { host: '127.0.0.1', port: device.address().port };
  const { drivers, close } = openDrivers(layoutWith('udp', address, { lines, settings: { ...settings } }));
  closing.push(() => device.close(), close);
  await expect.poll(() => drivers.signalLines.value('sig-1')).toBe(true);
  expect(received[0]).toEqual(question);
});
