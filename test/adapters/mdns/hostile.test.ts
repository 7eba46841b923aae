// Malformed and hostile datagrams of multicast DNS, over IPv4 and IPv6: nothing crashes, and what is kept is bounded.
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { openOn } from '../../../adapters/mdns/browse.js';
import { localAddresses } from '../../../adapters/mdns/local-addresses.js';
import { maxRecords, ServiceRecords } from '../../../adapters/mdns/service-records.js';
import { seededRandom } from '../../../simulator/random.js';
import { eventually } from '../../support/eventually.js';
import { announcement, hostileDatagram } from './datagrams.js';

const count = Number(process.env['DEVICE_FUZZ'] ?? 1_000);
const seed = Number(process.env['MDNS_SEED'] ?? 1);

/** How many datagrams are sent before the receiver gets a turn: more would be lost in its buffer. */
const batch = 50;

const type = '_ember._tcp';

const closing: (() => void)[] = [];

afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Opens a receiver on a free port of a loopback address. */
const receiver = async (family: 'udp4' | 'udp6', address: string) => {
  const socket = createSocket({ type: family, reuseAddr: true });
  const records = new ServiceRecords([type], localAddresses([]));
  const problems = new Set<string>();
  socket.bind(0, address);
  await once(socket, 'listening');
  let received = 0;
  socket.on('message', () => (received += 1));
  const options = { socket, type: family, ip: address, interface: address, bind: false as const, multicast: false };
  const opened = openOn({ name: address, options }, records, problems);
  const sender = createSocket(family);
  closing.push(() => {
    opened.destroy();
    sender.close();
  });
  const send = sendTo(sender, socket.address().port, address);
  return { records, problems, send, received: () => received };
};

const sendTo = (sender: Socket, port: number, address: string) => (datagram: Buffer) =>
  new Promise<void>((resolve, reject) => {
    sender.send(datagram, port, address, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });

it('an announcement whose service is only among the additional records is known', async () => {
  const { records, send } = await receiver('udp4', '127.0.0.1');
  const datagram = announcement('Desk', '192.168.1.9');
  // The counts of answers and of additional records.
  datagram.writeUInt16BE(1, 6);
  datagram.writeUInt16BE(2, 10);
  await send(datagram);
  await eventually('the announcement is known', () => records.services.length === 1);
});

describe(`${String(count)} hostile datagrams`, () => {
  it.each([
    ['udp4', '127.0.0.1', '192.168.1.9'],
    ['udp6', '::1', 'fd12::9'],
  ] as const)('over %s change nothing but bounded records', { timeout: 600_000 }, async (family, address, host) => {
    const random = seededRandom(seed);
    const { records, problems, send, received } = await receiver(family, address);
    await send(announcement('Desk', host));
    await eventually('the announcement is known', () => records.services.length === 1);
    for (let sent = 0; sent < count; sent += batch) {
      const datagrams = Array.from({ length: Math.min(batch, count - sent) }, (_, index) =>
        hostileDatagram(random, sent + index),
      );
      await Promise.all(datagrams.map(send));
      await eventually('the datagrams have arrived', () => received() === sent + datagrams.length + 1);
    }
    expect(records.services[0]).toEqual({ type, name: 'Desk', host, port: 9_000 });
    expect(records.services.length).toBeLessThanOrEqual(maxRecords);
    expect(records.missing.length).toBeLessThanOrEqual(2 * maxRecords);
    expect([...problems]).toEqual([]);
  });
});
