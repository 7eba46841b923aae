// The connections on which a Panasonic camera notifies, and the notifications on them.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { NotificationReader } from '../../../adapters/drivers/panasonic/notification-reader.js';
import { Notifications } from '../../../adapters/drivers/panasonic/notifications.js';
import { notificationHex } from './peer.js';

const closing: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

it('of five connections the oldest is closed, and the others notify', async () => {
  const commands: string[] = [];
  const notifications = new Notifications('127.0.0.1', 0, (command) => commands.push(command));
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

it('every notification of a chunk is read, however the bytes arrive', () => {
  const names = ['q01', 'lPC1', '', 'q99'];
  const bytes = Buffer.from(names.map(notificationHex).join(''), 'hex');
  for (const size of [1, 7, 28, 60, 61, bytes.length]) {
    const read: string[] = [];
    const reader = new NotificationReader((command) => read.push(command));
    for (let at = 0; at < bytes.length; at += size) reader.read(bytes.subarray(at, at + size));
    expect(read).toEqual(names);
  }
});
