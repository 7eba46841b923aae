// The connections on which a Panasonic camera notifies, and the notifications on them.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { NotificationReader } from '../../../../adapters/drivers/panasonic/notification-reader.js';
import { ReceiveBudget } from '../../../../application/connections/receive-budget.js';
import { manualClock } from '../../../../simulator/clock.js';
import { Notifications } from '../../../../adapters/drivers/panasonic/notifications.js';
import { sendUnanswered } from '../../../../adapters/drivers/panasonic/requests.js';
import { listenOnLoopback } from '../../../support/loopback.js';
import { notificationHex } from './peer.js';

let addresses: readonly string[] = ['127.0.0.1'];

// Which address a name has is not up to a test.
vi.mock(import('node:dns/promises'), async (original) => ({
  ...(await original()),
  lookup: (() => Promise.resolve(addresses.map((address) => ({ address, family: 4 })))) as never,
}));

const closing: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

it('of five connections the oldest is closed, and the others notify', async () => {
  const commands: string[] = [];
  addresses = ['127.0.0.1'];
  const notifications = new Notifications('127.0.0.1', 0, new ReceiveBudget({ clock: manualClock() }), (command) =>
    commands.push(command),
  );
  const port = await notifications.ready();
  const sockets: Socket[] = [];
  closing.push(() => {
    notifications.close();
    for (const socket of sockets) socket.destroy();
  });
  const notify = async (number: number): Promise<void> => {
    sockets[number]?.write(Buffer.from(notificationHex(`q0${String(number)}`), 'hex'));
    await expect.poll(() => commands.at(-1)).toBe(`q0${String(number)}`);
  };
  for (let number = 0; number < 5; number += 1) {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket.on('error', () => undefined).resume());
    await once(socket, 'connect');
    await notify(number);
  }
  const [oldest, ...others] = sockets;
  await expect.poll(() => oldest?.closed).toBe(true);
  for (const number of [1, 2, 3, 4]) await notify(number);
  expect(others.map(({ closed }) => closed)).toEqual([false, false, false, false]);
});

it('a camera may notify from each of its addresses, until the driver closes its connections', async () => {
  const commands: string[] = [];
  addresses = ['127.0.0.2', '127.0.0.3'];
  const notifications = new Notifications('camera', 0, new ReceiveBudget({ clock: manualClock() }), (command) =>
    commands.push(command),
  );
  closing.push(() => {
    notifications.close();
  });
  const port = await notifications.ready();
  const sockets = await Promise.all(
    addresses.map(async (localAddress, at) => {
      const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => undefined);
      closing.push(() => void socket.destroy());
      socket.resume().write(Buffer.from(notificationHex(`q0${String(at)}`), 'hex'));
      await expect.poll(() => commands.includes(`q0${String(at)}`)).toBe(true);
      return socket;
    }),
  );
  expect(sockets.map(({ closed }) => closed)).toEqual([false, false]);
  notifications.close();
  await expect.poll(() => sockets.map(({ closed }) => closed)).toEqual([true, true]);
});

it('every notification of a chunk is read, padded or not, however the bytes arrive', () => {
  const names = ['q01', 'lPC1', '', 'q99', 'q00', 'p1'];
  const padding: Readonly<Record<string, string>> = { q00: '\0', p1: '\0\0' };
  const bytes = Buffer.from(names.map((name) => notificationHex(name, padding[name])).join(''), 'hex');
  for (const size of [1, 7, 28, 60, 61, bytes.length]) {
    const read: string[] = [];
    const reader = new NotificationReader((command) => read.push(command));
    for (let at = 0; at < bytes.length; at += size) reader.read(bytes.subarray(at, at + size));
    expect(read).toEqual(names);
  }
});

it('a camera whose name gets another address may notify from that one, and from the old one no more', async () => {
  const commands: string[] = [];
  const notifications = new Notifications('camera', 0, new ReceiveBudget({ clock: manualClock() }), (command) =>
    commands.push(command),
  );
  closing.push(() => {
    notifications.close();
  });
  const notifiesFrom = async (port: number, localAddress: string): Promise<boolean> => {
    const before = commands.length;
    const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => undefined);
    closing.push(() => void socket.destroy());
    let isClosed = false;
    socket.resume().once('close', () => (isClosed = true));
    socket.write(Buffer.from(notificationHex('q01'), 'hex'));
    await expect.poll(() => isClosed || commands.length > before).toBe(true);
    return !isClosed;
  };
  const all = ['127.0.0.2', '127.0.0.3'];
  for (const now of [...all, '127.0.0.2']) {
    addresses = [now];
    const port = await notifications.ready();
    for (const one of all) expect(await notifiesFrom(port, one)).toBe(one === now);
  }
});

it.each([undefined, 'ok'])(
  'a request that makes no difference ends with its answer, or after a second: %s',
  async (answer) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    closing.push(() => void vi.useRealTimers());
    const arrived = Promise.withResolvers<undefined>();
    const server = createServer((_request, response) => {
      if (answer !== undefined) response.end(answer);
      arrived.resolve(undefined);
    });
    closing.push(() => {
      server.closeAllConnections();
      server.close();
    });
    const sent = sendUnanswered({ host: '127.0.0.1', port: await listenOnLoopback(server) }, '/stop');
    await arrived.promise;
    if (answer === undefined) vi.advanceTimersByTime(1_000);
    await sent;
    expect(vi.getTimerCount()).toBe(0);
  },
);
