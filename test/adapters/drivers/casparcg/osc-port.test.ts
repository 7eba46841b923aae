// Whose datagrams the default port for OSC passes on, and to whom.
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { ipv4Of, SharedOscPort } from '../../../../adapters/drivers/casparcg/osc-port.js';
import { freeUdpPort } from '../../../support/loopback.js';

const sockets: Socket[] = [];
const leaving: (() => void)[] = [];

afterEach(() => {
  for (const leave of leaving.splice(0)) leave();
  for (const socket of sockets.splice(0)) socket.close();
});

const senderAt = async (address: string): Promise<Socket> => {
  const socket = createSocket('udp4');
  sockets.push(socket);
  socket.bind(0, address);
  await once(socket, 'listening');
  return socket;
};

const opened = async () => {
  const port = await freeUdpPort();
  const errors: Error[] = [];
  const shared = new SharedOscPort(port);
  const subscribe = (server: string) => {
    const received: string[] = [];
    const onError = (error: Error): void => void errors.push(error);
    const leave = shared.subscribe(server, (datagram) => received.push(String(datagram)), onError);
    leaving.push(leave);
    return { received, leave };
  };
  /** Sends a text until something arrives: the port may not be open yet. */
  const sendUntil = (socket: Socket, text: string, arrived: () => boolean) =>
    expect
      .poll(() => {
        socket.send(text, port, '127.0.0.1');
        return arrived();
      })
      .toBe(true);
  return { port, shared, errors, subscribe, sendUntil };
};

describe('the default port for OSC', () => {
  it('passes on the datagrams of a server to its own subscribers alone', async () => {
    const { subscribe, sendUntil } = await opened();
    const [one, again, other] = [subscribe('127.0.0.2'), subscribe('127.0.0.2'), subscribe('127.0.0.3')];
    const [first, second] = [await senderAt('127.0.0.2'), await senderAt('127.0.0.3')];
    await sendUntil(first, 'first', () => one.received.length > 0 && again.received.length > 0);
    await sendUntil(second, 'second', () => other.received.length > 0);
    expect([one, again, other].map(({ received }) => [...new Set(received)])).toEqual([
      ['first'],
      ['first'],
      ['second'],
    ]);
    again.leave();
    const count = again.received.length;
    const before = one.received.length;
    await sendUntil(first, 'first', () => one.received.length > before);
    expect(again.received).toHaveLength(count);
  });

  it('passes on nothing once two servers send from one address', async () => {
    const { port, subscribe, sendUntil } = await opened();
    const one = subscribe('127.0.0.2');
    const witness = subscribe('127.0.0.3');
    const [first, second, third] = [
      await senderAt('127.0.0.2'),
      await senderAt('127.0.0.2'),
      await senderAt('127.0.0.3'),
    ];
    await sendUntil(first, 'first', () => one.received.length > 0);
    await sendUntil(third, 'sent', () => witness.received.length > 0);
    const count = one.received.length;
    for (const socket of [second, first, second, first]) {
      const before = witness.received.length;
      socket.send('either', port, '127.0.0.1');
      await sendUntil(third, 'sent', () => witness.received.length > before);
    }
    expect(one.received).toHaveLength(count);
  });

  it('is opened again for the next server after the last one has left', async () => {
    const { port, subscribe, sendUntil, errors } = await opened();
    const sender = await senderAt('127.0.0.2');
    for (const round of ['first', 'second']) {
      const { received, leave } = subscribe('127.0.0.2');
      await sendUntil(sender, round, () => received.includes(round));
      leave();
      const other = createSocket('udp4').bind({ port, exclusive: true });
      await once(other, 'listening');
      other.close();
      await once(other, 'close');
    }
    expect(errors).toEqual([]);
  });

  it('that another program uses is reported, and opened for the next server once it is free', async () => {
    const { port, subscribe, sendUntil, errors } = await opened();
    const taken = createSocket('udp4').bind({ port, exclusive: true });
    await once(taken, 'listening');
    subscribe('127.0.0.2');
    await expect.poll(() => errors.map(({ message }) => message)).toEqual([expect.stringContaining('EADDRINUSE')]);
    taken.close();
    await once(taken, 'close');
    const { received } = subscribe('127.0.0.2');
    await sendUntil(await senderAt('127.0.0.2'), 'now', () => received.includes('now'));
  });
});

it.each([
  ['192.168.1.2', '192.168.1.2'],
  ['::ffff:192.168.1.2', '192.168.1.2'],
  ['fe80::1', undefined],
  ['::1', undefined],
  ['', undefined],
  [undefined, undefined],
])('the IPv4 address of %s is %s', (address, expected) => {
  expect(ipv4Of(address)).toBe(expected);
});
