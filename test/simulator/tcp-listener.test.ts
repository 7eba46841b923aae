// The connections of simulated equipment: which are open, also after it was away.
import { connect, createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { TcpListener } from '../../simulator/tcp-listener.js';
import { eventually } from '../support/eventually.js';

it('only the connections that are open are kept, none while the equipment is away, and others once it is back', async () => {
  const listener = new TcpListener(() => createServer((socket) => socket.resume()));
  onTestFinished(() => listener.hangUp());
  const port = await listener.listen(0, '127.0.0.1');
  const open = (count: number) => eventually(`${String(count)} are open`, () => listener.sockets.size === count);
  const connected = () => {
    const client = connect(port, '127.0.0.1').on('error', () => undefined);
    onTestFinished(() => void client.destroy());
    return client;
  };
  const [first] = [connected(), connected()];
  await open(2);
  first.end();
  await open(1);
  expect(listener.follow(false)).toBe(false);
  await open(0);
  expect(listener.follow(true)).toBe(false);
  await eventually('it listens again', () => {
    connected();
    return listener.sockets.size > 0;
  });
  expect(listener.follow(true)).toBe(true);
});
