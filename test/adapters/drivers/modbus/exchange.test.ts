// What the Modbus driver makes of answers that are too short, of noise and of refusals, and how much it reads.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { answerTimeoutMs, ModbusExchange } from '../../../../adapters/drivers/modbus/exchange.js';
import { manualClock } from '../../../../simulator/clock.js';
import { closedAfterEach } from '../../../support/closed-after-each.js';
import { listenOnLoopback } from '../../../support/loopback.js';
import { rawDevice } from './raw-device.js';

const closing = closedAfterEach();

/** Reads 16 bits of a device that answers with bytes, given as hexadecimal digits after the number of the request. */
const readFrom = async (
  hex: string,
  { number, waitMs = 0 }: { readonly number?: string; readonly waitMs?: number } = {},
) => {
  const server = createServer((peer) => {
    closing.push(() => peer.destroy());
    peer.on('error', () => undefined);
    peer.on('data', (request) =>
      peer.write(
        Buffer.concat([
          number === undefined ? request.subarray(0, 2) : Buffer.from(number, 'hex'),
          Buffer.from(hex, 'hex'),
        ]),
      ),
    );
  });
  const socket = connect(await listenOnLoopback(server), '127.0.0.1').on('error', () => undefined);
  closing.push(
    () => server.close(),
    () => socket.destroy(),
  );
  const clock = manualClock();
  const exchange = new ModbusExchange(socket, 1, clock);
  await once(socket, 'connect');
  const answer = exchange.read({ table: 'coil', start: 0, count: 16 });
  if (waitMs > 0) await once(socket, 'data');
  await clock.advance(waitMs);
  return { answer: await answer, socket };
};

describe('an answer', () => {
  it('with all bits is the reading', async () => {
    const { answer, socket } = await readFrom('000000050101020180');
    expect(answer).toEqual(E.right(Array.from({ length: 16 }, (_, bit) => bit === 0 || bit === 15)));
    expect(socket.destroyed).toBe(false);
  });

  it('of another unit is named when none of this one comes', async () => {
    const { socket } = await readFrom('00000005ff01020180', { waitMs: answerTimeoutMs });
    expect(socket.errored?.message).toBe('it answers as unit 255; expected unit 1, that of its connection');
  });

  it('to another request ends the connection, and says why', async () => {
    const { answer, socket } = await readFrom('000000050101020180', { number: 'abcd' });
    expect(answer).toMatchObject(
      E.left({ refused: false, reason: expect.stringContaining('of another request') as string }),
    );
    expect(socket.destroyed).toBe(true);
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

it('any number of long answers is read on one connection', async () => {
  const device = await rawDevice();
  const socket = connect(device.port, '127.0.0.1');
  closing.push(device.close, () => socket.destroy());
  const exchange = new ModbusExchange(socket, 1, manualClock());
  await once(socket, 'connect');
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => exchange.read({ table: 'coil', start: 0, count: 2_000 })),
  );
  expect(answers.map((answer) => E.isRight(answer) && answer.right.length)).toEqual(Array(10).fill(2_000));
});
