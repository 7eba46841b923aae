// What the Modbus driver makes of answers that are too short, of noise and of refusals, and which lines it reports.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import * as E from 'fp-ts/lib/Either.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ModbusExchange } from '../../../../adapters/drivers/modbus/exchange.js';
import { manualClock } from '../../../../simulator/clock.js';
import { sentCommand } from '../../../contracts/device-commands.js';
import { settleSockets } from '../../playout/advance-clock.js';
import { listenOnLoopback } from '../../../support/loopback.js';
import { layoutWith, openDrivers } from '../bench.js';
import { rawDevice, type RawDevice } from './raw-device.js';
import { commandTo } from '../../../support/commands.js';

const closing: (() => unknown)[] = [];

afterEach(() => {
  for (const close of closing.splice(0).reverse()) close();
});

/** Reads 16 bits of a device that answers with bytes, given as hexadecimal digits after the number of the request. */
const readFrom = async (hex: string) => {
  const server = createServer((peer) => {
    closing.push(() => peer.destroy());
    peer.on('error', () => undefined);
    peer.on('data', (request) => peer.write(Buffer.concat([request.subarray(0, 2), Buffer.from(hex, 'hex')])));
  });
  const socket = connect(await listenOnLoopback(server), '127.0.0.1').on('error', () => undefined);
  closing.push(
    () => server.close(),
    () => socket.destroy(),
  );
  const exchange = new ModbusExchange(socket, 1, manualClock());
  await once(socket, 'connect');
  return { answer: await exchange.read({ table: 'coil', start: 0, count: 16 }), socket };
};

describe('an answer', () => {
  it('with all bits is the reading', async () => {
    const { answer, socket } = await readFrom('000000050101020180');
    expect(answer).toEqual(E.right(Array.from({ length: 16 }, (_, bit) => bit === 0 || bit === 15)));
    expect(socket.destroyed).toBe(false);
  });

  it('with fewer bits ends the connection', async () => {
    const { answer, socket } = await readFrom('00000004010101ff');
    expect(answer).toEqual(E.left({ refused: false, reason: 'expected 16 bits, got 8' }));
    expect(socket.destroyed).toBe(true);
  });

  it('that is longer than any ends the connection', async () => {
    const { answer, socket } = await readFrom('00'.repeat(1_100));
    expect(answer).toMatchObject(E.left({ refused: false }));
    expect(socket.destroyed).toBe(true);
  });
});

describe('two lines', () => {
  let device: RawDevice;
  let changed: string[];
  let driven: ReturnType<typeof openDrivers>;

  beforeEach(async () => {
    device = await rawDevice();
    changed = [];
    const lines = { 'sig-1': { coil: 7 }, 'sig-2': { input: 3 } };
    driven = openDrivers(layoutWith('modbus', { host: '127.0.0.1', port: device.port }, { lines }));
    closing.push(device.close, driven.close);
    driven.drivers.signalLines.watch((signal) => changed.push(signal));
    await expect.poll(() => driven.drivers.signalLines.connected('sig-2')).toBe(true);
  });

  const readAgain = async (): Promise<void> => {
    await driven.clock.advance(200);
    for (let round = 0; round < 5; round += 1) await settleSockets();
  };

  it('are both reported when the connection is there, and when it is lost', async () => {
    expect(new Set(changed)).toEqual(new Set(['sig-1', 'sig-2']));
    changed.length = 0;
    device.close();
    await expect.poll(() => driven.drivers.signalLines.connected('sig-1')).toBe(false);
    expect(changed).toEqual(['sig-1', 'sig-2']);
  });

  it('are each reported when the device refuses to read it, and when it does not', async () => {
    changed.length = 0;
    device.decide = ({ code }) => (code === 2 ? 'refuse' : 'answer');
    await readAgain();
    await readAgain();
    expect([changed, driven.drivers.signalLines.value('sig-2')]).toEqual([['sig-2'], null]);
    device.decide = () => 'answer';
    await readAgain();
    expect([changed, driven.drivers.signalLines.value('sig-2')]).toEqual([['sig-2', 'sig-2'], false]);
  });

  it('have the reason of the device if it refuses a command', async () => {
    device.decide = ({ code }) => (code === 5 ? 'refuse' : 'answer');
    const { confirmed } = sentCommand(driven.drivers.signalLines.send(commandTo.switch('sig-1', true)));
    expect(await confirmed).toMatchObject({
      left: { code: 'device_error', message: expect.stringContaining('": the device refused the command: ') as string },
    });
  });
});
