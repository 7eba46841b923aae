// What the Modbus driver survives: devices that go away, answer nonsense or not at all, and a studio file that changes.
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { commandResults, sendError, sentCommand } from '../../../contracts/device-commands.js';
import { connectionBench, layoutWith, openDrivers, type ConnectionBench } from '../bench.js';
import { expectToSurvive, faultsMidCommand } from '../fault-rounds.js';

const rounds = Number(process.env['DEVICE_FAULTS'] ?? 3);
const answers = Number(process.env['DEVICE_FUZZ'] ?? 300);

let used: ConnectionBench | undefined;

afterEach(() => used?.close());

const lines = { 'sig-1': { coil: 0 }, 'sig-2': { input: 5 } };

const connected = async (): Promise<ConnectionBench> => {
  used = await connectionBench('modbus', { lines });
  const { drivers, passUntil } = used;
  await passUntil('the device is connected', () => drivers.signalLines.connected('sig-1'));
  return used;
};

describe('a device', () => {
  it.each(faultsMidCommand)('that becomes %s mid-command never leads to a false success or a replay', async (type) => {
    await expectToSurvive(await connected(), type, rounds);
  });

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

  it('whose line is an input is not switched', async () => {
    const { drivers, studio } = await connected();
    expect(sendError(drivers.signalLines.switch('sig-2', true))).toBe('conflict');
    expect(studio.commands()).toEqual([]);
  });
});

describe('a studio file that changes', () => {
  it('keeps the connection, and serves the lines that it has now', async () => {
    const { drivers, current, port, passUntil, pass } = await connected();
    const seen: boolean[] = [];
    drivers.signalLines.watch(() => seen.push(drivers.signalLines.connected('sig-1')));
    const pending = sentCommand(drivers.signalLines.switch('sig-1', true));
    current.replace(layoutWith('modbus', { host: '127.0.0.1', port }, { lines: { 'sig-1': { coil: 0 } } }));
    await pass(200);
    expect(await commandResults(pending)).toEqual(['done', 'done']);
    expect(seen).not.toContain(false);
    current.replace(layoutWith('modbus', { host: '127.0.0.1', port }, { lines: { 'sig-3': { coil: 0 } } }));
    await passUntil('the new line is read', () => drivers.signalLines.value('sig-3') === true);
    expect(sendError(drivers.signalLines.switch('sig-1', false))).toBe('device_unavailable');
  });
});

describe('a line whose coil changes in the studio file', () => {
  it('fails a command for the coil that it had, though the new one shows the same', async () => {
    const bench = await connected();
    const { drivers, current, port, pass, setFault } = bench;
    setFault({ type: 'frozen' });
    const sent = sentCommand(drivers.signalLines.switch('sig-1', false));
    const changed = { lines: { 'sig-1': { input: 5 }, 'sig-2': { coil: 0 } } };
    current.replace(layoutWith('modbus', { host: '127.0.0.1', port }, changed));
    expect(await sent.confirmed).toMatchObject(
      E.left({ code: 'device_error', message: expect.stringContaining('the studio file was changed') as string }),
    );
    expect(drivers.signalLines.value('sig-1')).toBeNull();
    setFault(null);
    await pass(100);
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

  it('changes no value and confirms nothing, however it looks', async () => {
    let answer: Uint8Array = Buffer.alloc(0);
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined).on('data', () => void socket.write(answer));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const { drivers, clock, close } = openDrivers(layoutWith('modbus', { host: '127.0.0.1', port }, { lines }));
    const { signalLines } = drivers;
    // A frame that answers nothing: of another transaction, protocol or function, cut short, or no frame at all.
    const frame = fc.tuple(fc.uint8Array({ maxLength: 40 }), fc.nat(0xffff)).map(([data, id]) => {
      const header = Buffer.alloc(8);
      header.writeUInt16BE(0xf000 | (id & 0xfff), 0);
      header.writeUInt16BE(data.length + 2, 4);
      header.writeUInt8(1, 6);
      return Buffer.concat([header, data]);
    });
    await fc.assert(
      fc.asyncProperty(fc.oneof(frame, fc.uint8Array({ minLength: 1, maxLength: 60 })), async (nonsense) => {
        fc.pre(nonsense[0] !== 0 || (nonsense[1] ?? 0) > 10);
        answer = nonsense;
        for (const socket of sockets) socket.destroy();
        for (let step = 0; step < 3; step += 1) {
          await clock.advance(500);
          await turn();
        }
        expect(signalLines.connected('sig-1')).toBe(false);
        expect([signalLines.value('sig-1'), signalLines.value('sig-2')]).toEqual([null, null]);
        expect(sendError(signalLines.switch('sig-1', true))).toBe('device_unavailable');
      }),
      { numRuns: answers },
    );
    close();
    for (const socket of sockets) socket.destroy();
    server.close();
  });
});
