// What one connection to a device may cost: messages in each turn of the event loop, all it sends, and what it doesn't read.
import { createServer, connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { PacedSocket } from '../../../../adapters/drivers/shared/paced-socket.js';
import { ReceiveBudget } from '../../../../application/connections/receive-budget.js';
import { manualClock } from '../../../../simulator/clock.js';
import { closedAfterEach } from '../../../support/closed-after-each.js';
import { eventually } from '../../../support/eventually.js';
import { listenOnLoopback } from '../../../support/loopback.js';

const closing = closedAfterEach();

/** Connects to a device, and counts the bytes that arrive as messages. */
const connected = async (device: (socket: Socket) => void) => {
  const server = createServer((socket) => {
    closing.push(() => socket.destroy());
    device(socket.on('error', () => undefined));
  });
  const budget = new ReceiveBudget({ clock: manualClock() });
  const socket = new PacedSocket(connect(await listenOnLoopback(server), '127.0.0.1'), budget);
  closing.push(
    () => server.close(),
    () => socket.destroy(),
  );
  const seen = { received: '', most: 0, ended: false, error: '' };
  let inTurn = 0;
  socket.on('data', (part: Buffer) => {
    if (inTurn === 0) setImmediate(() => (inTurn = 0));
    inTurn += part.length;
    seen.most = Math.max(seen.most, inTurn);
    seen.received += part.toString('latin1');
    for (const _ of part) budget.takeMessage();
  });
  socket.on('error', ({ message }) => (seen.error = message)).on('close', () => (seen.ended = true));
  return { socket, seen };
};

it('reads a bounded number of messages in each turn, and all that a device sends before it hangs up', async () => {
  const sent = 'abcdefghij'.repeat(1_500);
  const { seen } = await connected((socket) => void socket.end(sent));
  await eventually('the end', () => seen.ended);
  expect(seen).toMatchObject({ received: sent, error: '' });
  // One part of 1,024 bytes is read to its end, and what arrives meanwhile belongs to the next turn.
  expect(seen.most).toBeLessThanOrEqual(2 * 1_024);
});

it('ends a connection on which more arrives than its budget permits', async () => {
  const { seen } = await connected((socket) => {
    const flood = (): void => {
      while (!socket.destroyed && socket.write(Buffer.alloc(65_536, 'x')));
    };
    socket.on('drain', flood);
    flood();
  });
  await eventually('the end', () => seen.ended);
  expect(seen.error).toBe('it sends more than 2000 messages a second for longer than 10 s');
  expect(seen.received.length).toBeLessThanOrEqual(21_024);
});

it('ends a connection to a device that takes nothing of what is sent', async () => {
  const { socket, seen } = await connected((device) => void device.pause());
  await eventually('the end', () => {
    if (!socket.destroyed && !socket.connecting) socket.write(Buffer.alloc(16_384));
    return seen.ended;
  });
  expect(seen.error).toBe('the device takes nothing of what is sent to it');
});
