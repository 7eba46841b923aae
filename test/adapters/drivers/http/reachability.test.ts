// A device with an HTTP interface that goes away: all its records show it at once.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { sentCommand } from '../../../contracts/device-commands.js';
import { layoutWith, openDrivers } from '../bench.js';
import { lineOf } from '../shared/templates/templates.js';
import { commandTo } from '../../../support/commands.js';

it('is away for every record once a question about one of them finds no connection', async () => {
  const server = createServer((_, response) => response.end('{"ison":true}'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const seldom = { ...lineOf('http', 2), state: { ...lineOf('http', 2).state, everyMs: 60_000 } };
  const lines = { 'sig-1': lineOf('http', 1), 'sig-2': seldom };
  const { port } = server.address() as AddressInfo;
  const { drivers, clock, close } = openDrivers(layoutWith('http', { host: '127.0.0.1', port }, { lines }));
  const { signalLines } = drivers;
  const shown = () => ['sig-1', 'sig-2'].map(signalLines.connected);
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 10) {
      await clock.advance(10);
      for (let turns = 0; turns < 8; turns += 1) await turn();
    }
  };
  await pass(200);
  expect(shown()).toEqual([true, true]);
  server.close();
  await pass(200);
  expect(shown()).toEqual([false, false]);
  await once(server.listen(port, '127.0.0.1'), 'listening');
  await pass(1_000);
  expect(shown()).toEqual([true, true]);
  close();
  server.close();
});

it('is not tried any more without a record that needs it', async () => {
  let connections = 0;
  const server = createServer().on('connection', () => (connections += 1));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = { host: '127.0.0.1', port: (server.address() as AddressInfo).port };
  const layoutOf = (lines: Readonly<Record<string, object>>) => layoutWith('http', address, { lines });
  const unseen = layoutOf({ 'sig-1': { on: '/on', off: '/off', confirm: 'accepted' } });
  const { drivers, current, clock, close } = openDrivers(unseen);
  await expect.poll(() => drivers.signalLines.connected('sig-1')).toBe(true);
  current.replace(layoutOf({}));
  const before = connections;
  for (let second = 0; second < 5; second += 1) {
    await clock.advance(1_000);
    for (let turns = 0; turns < 20; turns += 1) await turn();
  }
  expect(connections).toBe(before);
  current.replace(unseen);
  await expect.poll(() => drivers.signalLines.connected('sig-1')).toBe(true);
  close();
  server.close();
});

it('without a question has no value after it was away', async () => {
  const server = createServer((_, response) => response.end());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const lines = { 'sig-1': { on: '/on', off: '/off', confirm: 'accepted' } };
  const { drivers, clock, close } = openDrivers(layoutWith('http', { host: '127.0.0.1', port }, { lines }));
  const { signalLines } = drivers;
  const untilConnected = (isConnected: boolean) =>
    expect
      .poll(async () => {
        await clock.advance(100);
        return signalLines.connected('sig-1');
      })
      .toBe(isConnected);
  await untilConnected(true);
  await sentCommand(signalLines.send(commandTo.switch('sig-1', true))).confirmed;
  expect(signalLines.value('sig-1')).toBe(true);
  server.closeAllConnections();
  server.close();
  await untilConnected(false);
  await once(server.listen(port, '127.0.0.1'), 'listening');
  await untilConnected(true);
  expect(signalLines.value('sig-1')).toBeNull();
  close();
  server.close();
});
