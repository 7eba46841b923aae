// The packets of the simulated broker, by the OASIS standards: what differs between MQTT 3.1.1 and 5, lengths, and refusals.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SimulatedBroker } from '../../../simulator/mqtt/broker.js';
import type { Publication } from '../../../simulator/mqtt/session.js';
import { eventually } from '../../support/eventually.js';
import { rawClient, type RawClient } from '../../adapters/drivers/face-bench.js';

/** CONNECT of both versions, and its CONNACK. */
const connects = {
  '3.1.1': ['101200044d5154540402003c000673656e646572', '20020000'],
  '5': ['101300044d5154540502003c00000673656e646572', '20050000022401'],
} as const;

let broker: SimulatedBroker;
let port: number;
let clients: RawClient[];
let received: Publication[];
beforeEach(async () => {
  clients = [];
  received = [];
  broker = new SimulatedBroker((publication) => {
    received.push(publication);
    return publication.topic === 'refusing' ? 0x83 : undefined;
  });
  port = await broker.listen(0, '127.0.0.1');
});
afterEach(async () => {
  for (const client of clients) client.end();
  await broker.close();
});

const connected = async (): Promise<RawClient> => {
  const client = await rawClient(port);
  clients.push(client);
  return client;
};

const answer = async (client: RawClient, hex: string): Promise<void> => {
  await eventually('the answers', () => client.received().length >= hex.length / 2);
  expect(client.received().toString('hex')).toBe(hex);
};

const topic = '0003612f62';
const refusing = '00087265667573696e67';

describe('the simulated broker', () => {
  it.each<[keyof typeof connects, string, string, string]>([
    ['3.1.1', 'a message without subscribers', `3208${topic}000278`, '40020002'],
    ['5', 'a message without subscribers', `3209${topic}00020078`, '4003000210'],
    ['3.1.1', 'a message that its device refuses', `320d${refusing}000278`, '40020002'],
    ['5', 'a message that its device refuses', `320e${refusing}00020078`, '4003000283'],
    ['3.1.1', 'an unknown subscription', `a2070003${topic}`, 'b0020003'],
    ['5', 'an unknown subscription', `a208000300${topic}`, 'b00400030011'],
    ['3.1.1', 'a question whether it is there', 'c000', 'd000'],
  ])('in version %s answers %s', async (version, _what, sent, answered) => {
    const [connect, connack] = connects[version];
    const client = await connected();
    client.send(Buffer.from(`${connect}${sent}`, 'hex'));
    await answer(client, `${connack}${answered}`);
  });

  it('ends one subscription, and leaves the other ones', async () => {
    const [connect, connack] = connects['5'];
    const client = await connected();
    client.send(Buffer.from(`${connect}820f000100${topic}000003632f6400a208000200${topic}`, 'hex'));
    const before = `${connack}90050001000000b00400020000`;
    await answer(client, before);
    for (const name of ['a/b', 'c/d']) broker.publish({ topic: name, payload: '', isRetained: false });
    await answer(client, `${before}30060003632f6400`);
  });

  it('counts no client that is gone among the subscribers of a message', async () => {
    const [connect, connack] = connects['5'];
    const subscriber = await connected();
    subscriber.send(Buffer.from(`${connect}8209000100${topic}00`, 'hex'));
    await answer(subscriber, `${connack}900400010000`);
    const client = await connected();
    client.send(Buffer.from(`${connect}3209${topic}00020078`, 'hex'));
    await answer(client, `${connack}40020002`);
    subscriber.end();
    await eventually('it is gone', () => broker.publish({ topic: 'a/b', payload: 'y', isRetained: false }) === 0);
    client.send(Buffer.from(`3209${topic}00030078`, 'hex'));
    await answer(client, `${connack}400200024003000310`);
  });

  it.each([
    [122, '7f'],
    [123, '8001'],
    [16_378, 'ff7f'],
    [16_379, '808001'],
  ])('writes the length of a message with %i characters as %s', async (length, written) => {
    const [connect, connack] = connects['3.1.1'];
    const client = await connected();
    client.send(Buffer.from(`${connect}82080001${topic}00`, 'hex'));
    const before = `${connack}9003000100`;
    await answer(client, before);
    broker.publish({ topic: 'a/b', payload: 'x'.repeat(length), isRetained: false });
    await answer(client, `${before}30${written}${topic}${'78'.repeat(length)}`);
  });

  it.each([
    ['a second CONNECT', `${connects['5'][0]}${connects['5'][0]}`],
    ['a message before CONNECT', `3206${topic}78`],
    ['a message of quality 2', `${connects['5'][0]}3409${topic}00020078`],
    ['another protocol', '101200044d5154580402003c000673656e646572'],
    ['another packet before CONNECT', 'c000'],
    ['a version of its own', '101200044d5154540902003c000673656e646572'],
    ['a length of five bytes', '10ffffffff01'],
    ['a text that ends too early', '1004ffff4d51'],
    ['a packet of no known type', `${connects['3.1.1'][0]}f000`],
  ])('ends the connection of a client that sends %s', async (_what, sent) => {
    const client = await connected();
    client.send(Buffer.from(sent, 'hex'));
    await eventually('the connection ends', client.isClosed);
    expect(received).toEqual([]);
  });

  // Flags: a retained will. In version 5, the will has properties of its own. The client says good-bye in two cases.
  const withWill = {
    '3.1.1': `101d00044d5154540426003c000673656e646572${topic}0004676f6e65`,
    '5': `101f00044d5154540526003c00000673656e64657200${topic}0004676f6e65`,
  };
  const published = [{ topic: 'a/b', payload: 'gone', isRetained: true }];

  it.each([
    ['3.1.1', '', published],
    ['3.1.1', 'e000', []],
    ['5', '', published],
    ['5', 'e000', []],
  ] as const)('in version %s after %j publishes of the last will of a client that is gone: %j', async (...row) => {
    const [version, last, expected] = row;
    const client = await connected();
    client.send(Buffer.from(`${withWill[version]}${last}`, 'hex'));
    await answer(client, connects[version][1]);
    client.end();
    const other = await connected();
    other.send(Buffer.from(`${connects['3.1.1'][0]}c000`, 'hex'));
    await answer(other, '20020000d000');
    await eventually('the will', () => received.length >= expected.length);
    expect(received).toEqual(expected);
  });

  it('reads packets that arrive byte by byte', async () => {
    const [connect, connack] = connects['5'];
    const client = await connected();
    for (const byte of Buffer.from(`${connect}3209${topic}00020078`, 'hex')) client.send(Buffer.of(byte));
    await answer(client, `${connack}4003000210`);
    expect(received).toEqual([{ topic: 'a/b', payload: 'x', isRetained: false }]);
  });
});
