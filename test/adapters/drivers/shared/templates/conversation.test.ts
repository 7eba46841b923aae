// Which command a reply answers, on a device whose replies do not name it.
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { commandResults, sentCommand } from '../../../../contracts/device-commands.js';
import { layoutWith, openDrivers } from '../../bench.js';
import { answeredLine } from '../../tcp/answered-line.js';
import { commandTo } from '../../../../support/commands.js';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0).reverse()) close();
});

it('answers the oldest command: a refusal of the first does not fail the second', async () => {
  const received: string[] = [];
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.setEncoding('utf8').on('data', (data) => received.push(...String(data).split('\n').slice(0, -1)));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = { host: '127.0.0.1', port: (server.address() as AddressInfo).port };
  const options = { settings: { delimiter: '\n' }, lines: { 'sig-1': answeredLine(1), 'sig-2': answeredLine(2) } };
  const { drivers, clock, close } = openDrivers(layoutWith('tcp', address, options));
  closing.push(
    close,
    () => server.close(),
    () => {
      for (const socket of sockets) socket.destroy();
    },
  );
  const { signalLines } = drivers;
  await expect.poll(() => signalLines.connected('sig-1')).toBe(true);
  const [first, second] = ['sig-1', 'sig-2'].map((signal) =>
    sentCommand(signalLines.send(commandTo.switch(signal, true))),
  );
  await expect.poll(() => received).toEqual(['ON 1', 'ON 2']);
  sockets[0]?.write('ERR\nOK\n');
  await expect.poll(() => signalLines.value('sig-2')).toBe(true);
  await turn();
  await clock.advance(0);
  expect(first && (await commandResults(first))).toEqual(['device_error', 'device_error']);
  expect(second && (await commandResults(second))).toEqual(['done', 'done']);
});
