// What the Modbus driver survives: devices that answer nonsense or not at all.
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { layoutWith, openDrivers } from '../bench.js';

const lines = { 'sig-1': { coil: 0 }, 'sig-2': { input: 5 } };

describe('a device', () => {
  it('that stays silent is lost after 5 s, however many commands follow', async () => {
    const sockets: Socket[] = [];
    // Answers readings with one bit that is off, and nothing any more after the first command.
    const server = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined);
      socket.on('data', (request) => {
        if (request[7] === 5) socket.removeAllListeners('data');
        else socket.write(Buffer.from([...request.subarray(0, 5), 4, 1, request[7] ?? 0, 1, 0]));
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const { drivers, clock, close } = openDrivers(layoutWith('modbus', { host: '127.0.0.1', port }, { lines }));
    const { signalLines } = drivers;
    await expect.poll(() => signalLines.connected('sig-1')).toBe(true);
    for (let second = 0; second < 6; second += 1) {
      signalLines.switch('sig-1', second % 2 === 0);
      for (let step = 0; step < 100; step += 1) {
        await clock.advance(10);
        await turn();
      }
    }
    expect(sockets.length).toBeGreaterThan(1);
    close();
    for (const socket of sockets) socket.destroy();
    server.close();
  });
});

describe('nonsense from a device', () => {
  it('in the answer to a reading never makes it look connected', async () => {
    const sockets: Socket[] = [];
    // Answers with the transaction and function of each request, and no bits.
    const server = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined);
      socket.on('data', (request) => {
        socket.write(Buffer.from([...request.subarray(0, 5), 3, 1, request[7] ?? 0, 0]));
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const one = { lines: { 'sig-1': { coil: 0 } } };
    const { drivers, clock, close } = openDrivers(layoutWith('modbus', { host: '127.0.0.1', port }, one));
    const seen: boolean[] = [];
    drivers.signalLines.watch((signal) => seen.push(drivers.signalLines.connected(signal)));
    while (sockets.length < 3) {
      await clock.advance(500);
      await turn();
    }
    expect(seen).not.toContain(true);
    close();
    for (const socket of sockets) socket.destroy();
    server.close();
  });
});
