// The port of this host that drivers over datagrams send from, for devices that answer to a certain one.
import { type Socket, createSocket } from 'node:dgram';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DatagramLink } from '../../../../../adapters/drivers/shared/templates/datagram-link.js';
import { closedAfterEach } from '../../../../support/closed-after-each.js';
import { silent } from '../../../../../features/support/silent-log.js';
import { manualClock } from '../../../../../simulator/clock.js';
import { sendError } from '../../../../contracts/device-commands.js';
import { freeUdpPort } from '../../../../support/loopback.js';
import { settleSockets } from '../../advance-clock.js';
import { layoutWith, openDrivers } from '../../bench.js';
import { commandTo } from '../../../../support/commands.js';

describe('the port of this host that drivers over datagrams send from, for devices that answer to a certain one', () => {
  const closing = closedAfterEach();

  it.each<readonly [string, object]>([
    ['udp', { on: 'ON', off: 'OFF', confirm: 'sent' }],
    ['osc', { on: { address: '/on' }, off: { address: '/off' }, confirm: 'sent' }],
  ])('is that of the settings: %s', async (protocol, line) => {
    const senders: number[] = [];
    const device = createSocket('udp4').on('message', (_, { port }) => senders.push(port));
    await once(device.bind(0, '127.0.0.1'), 'listening');
    closing.push(() => device.close());
    const localPort = await freeUdpPort();
    const address = { host: '127.0.0.1', port: device.address().port };
    const options = { lines: { 'sig-1': line }, settings: { localPort } };
    const { drivers, close } = openDrivers(layoutWith(protocol, address, options));
    closing.push(close);
    await expect.poll(() => drivers.signalLines.connected('sig-1')).toBe(true);
    expect(sendError(drivers.signalLines.send(commandTo.switch('sig-1', true)))).toBe('sent');
    await expect.poll(() => senders).toEqual([localPort]);
  });
});

describe('whose datagrams count as those of the device, on a socket with a port of its own, and who gets what is sent', () => {
  const closing = closedAfterEach();

  const socketAt = async (address: string): Promise<Socket> => {
    const socket = createSocket('udp4');
    closing.push(() => socket.close());
    socket.bind(0, address);
    await once(socket, 'listening');
    return socket;
  };

  /** Opens a link to a device. `send` sends a text to it. */
  const linkTo = async (device: Socket) => {
    const localPort = await freeUdpPort();
    const received: string[] = [];
    const opened = Promise.withResolvers<undefined>();
    const link = new DatagramLink(
      { host: '127.0.0.1', port: device.address().port, localPort },
      { id: 'equipment', clock: manualClock(), log: silent },
      {
        opened: () => {
          opened.resolve(undefined);
        },
        received: (datagram) => received.push(String(datagram)),
        lost: () => undefined,
      },
    );
    closing.push(() => {
      link.close();
    });
    await opened.promise;
    const send = (socket: Socket, text: string): Promise<void> =>
      new Promise((resolve) => {
        socket.send(text, localPort, '127.0.0.1', () => {
          resolve();
        });
      });
    return { link, received, send };
  };

  it('a datagram of another host is ignored', async () => {
    const [device, stranger] = [await socketAt('127.0.0.1'), await socketAt('127.0.0.2')];
    const { received, send } = await linkTo(device);
    await send(stranger, 'forged');
    await send(device, 'genuine');
    // A host's own datagrams arrive in the order in which they were sent.
    await expect.poll(() => received).toContain('genuine');
    expect(received).toEqual(['genuine']);
  });

  it('what is sent goes to the port of the device, wherever the last datagram came from', async () => {
    const [device, sameHost, stranger] = [
      await socketAt('127.0.0.1'),
      await socketAt('127.0.0.1'),
      await socketAt('127.0.0.2'),
    ];
    const asked: string[] = [];
    const listeners: (readonly [string, Socket])[] = [
      ['device', device],
      ['same host', sameHost],
      ['stranger', stranger],
    ];
    for (const [name, socket] of listeners)
      socket.on('message', (datagram) => asked.push(`${name}: ${String(datagram)}`));
    const { link, received, send } = await linkTo(device);
    await send(sameHost, 'genuine');
    await expect.poll(() => received).toEqual(['genuine']);
    await send(stranger, 'forged');
    await settleSockets();
    for (const question of ['first', 'second']) link.send(Buffer.from(question));
    await expect.poll(() => asked.length).toBe(2);
    expect(asked).toEqual(['device: first', 'device: second']);
  });
});

it('a device that answers nothing is back once it has refused nothing for 2 s', async () => {
  const clock = manualClock();
  const logged: string[] = [];
  const note = (sentence: string): void => void logged.push(sentence);
  let [opened, lost] = [0, 0];
  const link = new DatagramLink(
    { host: '127.0.0.1', port: await freeUdpPort(), localPort: undefined, isSilent: true },
    { id: 'equipment', clock, log: { ...silent, info: note, warn: note } },
    { opened: () => (opened += 1), received: () => undefined, lost: () => (lost += 1) },
  );
  onTestFinished(() => {
    link.close();
  });
  for (let refusals = 1; refusals <= 6; refusals += 1) {
    await expect.poll(() => opened).toBe(refusals);
    link.send(Buffer.from('on'));
    await expect.poll(() => lost).toBe(refusals);
    await clock.advance(500);
  }
  await expect.poll(() => opened).toBe(7);
  await clock.advance(1_999);
  expect(logged).toEqual(['a connection is lost']);
  await clock.advance(1);
  expect(logged).toEqual(['a connection is lost', 'a connection is back']);
});
