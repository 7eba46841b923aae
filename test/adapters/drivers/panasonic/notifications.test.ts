// The connections on which a Panasonic camera notifies, and the notifications on them.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ReceiveBudget } from '../../../../application/connections/receive-budget.js';
import { manualClock } from '../../../../simulator/clock.js';
import { Notifications } from '../../../../adapters/drivers/panasonic/notifications.js';
import { PacedRequests } from '../../../../adapters/drivers/panasonic/requests.js';
import { listenOnLoopback } from '../../../support/loopback.js';
import { notificationHex } from './peer.js';

let addresses: readonly string[] = ['127.0.0.1'];

// Which address a name has is not up to a test.
vi.mock(import('node:dns/promises'), async (original) => ({
  ...(await original()),
  lookup: (() => Promise.resolve(addresses.map((address) => ({ address, family: 4 })))) as never,
}));

/** Opens the port for the notifications of a camera, and returns what it notifies. */
const open = async (host: string, ...own: readonly string[]) => {
  addresses = own;
  const commands: string[] = [];
  const budget = new ReceiveBudget({ clock: manualClock() });
  const notifications = new Notifications(host, 0, { budget, wire: undefined }, (command) => commands.push(command));
  onTestFinished(() => {
    notifications.close();
  });
  const port = await notifications.ready();
  const dial = (localAddress: string): Socket => {
    const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    return socket.resume();
  };
  return { notifications, commands, dial };
};

const notification = (command: string): Buffer => Buffer.from(notificationHex(command), 'hex');

it('of five connections the oldest is closed, and the others notify', async () => {
  const { commands, dial } = await open('127.0.0.1', '127.0.0.1');
  const sockets: Socket[] = [];
  const notify = async (number: number): Promise<void> => {
    sockets[number]?.write(notification(`q0${String(number)}`));
    await expect.poll(() => commands.at(-1)).toBe(`q0${String(number)}`);
  };
  for (let number = 0; number < 5; number += 1) {
    const socket = dial('127.0.0.1');
    sockets.push(socket);
    await once(socket, 'connect');
    await notify(number);
  }
  const [oldest, ...others] = sockets;
  await expect.poll(() => oldest?.closed).toBe(true);
  for (const number of [1, 2, 3, 4]) await notify(number);
  expect(others.map(({ closed }) => closed)).toEqual([false, false, false, false]);
});

it('a camera may notify from each of its addresses, until the driver closes its connections', async () => {
  const own = ['127.0.0.2', '127.0.0.3'];
  const { notifications, commands, dial } = await open('camera', ...own);
  const sockets = own.map((address) => dial(address));
  for (const [at, socket] of sockets.entries()) socket.write(notification(`q0${String(at)}`));
  await expect.poll(() => commands.toSorted()).toEqual(['q00', 'q01']);
  expect(sockets.map(({ closed }) => closed)).toEqual([false, false]);
  notifications.close();
  await expect.poll(() => sockets.map(({ closed }) => closed)).toEqual([true, true]);
});

it('a camera whose name gets another address may notify from that one, and from the old one no more', async () => {
  const all = ['127.0.0.2', '127.0.0.3'];
  const { notifications, commands, dial } = await open('camera');
  const isRead = async (address: string): Promise<boolean> => {
    const before = commands.length;
    const socket = dial(address);
    socket.write(notification('q01'));
    await expect.poll(() => socket.closed || commands.length > before).toBe(true);
    return commands.length > before;
  };
  for (const now of [...all, '127.0.0.2']) {
    addresses = [now];
    await notifications.ready();
    for (const one of all) expect(await isRead(one)).toBe(one === now);
  }
});

it.each([undefined, 'ok'])(
  'a request that makes no difference ends with its answer, or after a second: %s',
  async (answer) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const arrived = Promise.withResolvers<undefined>();
    const server = createServer((_request, response) => {
      if (answer !== undefined) response.end(answer);
      arrived.resolve(undefined);
    });
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const requests = new PacedRequests(
      { host: '127.0.0.1', port: await listenOnLoopback(server) },
      { clock: manualClock() },
    );
    const sent = requests.sendLast('/stop');
    await arrived.promise;
    if (answer === undefined) vi.advanceTimersByTime(1_000);
    await sent;
    expect(vi.getTimerCount()).toBe(0);
  },
);
