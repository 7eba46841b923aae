// The bytes that the MQTT driver and the simulated broker send, judged by recordings of Mosquitto and by the OASIS standards
// (MQTT 3.1.1 and MQTT 5.0, sections 3.1 to 3.9), each without the other.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { SimulatedBroker } from '../../../../simulator/mqtt/broker.js';
import { commandResults, sentCommand } from '../../../contracts/device-commands.js';
import { closedAfterEach } from '../../../support/closed-after-each.js';
import { eventually } from '../../../support/eventually.js';
import { layoutWith, openDrivers } from '../bench.js';
import { rawBroker, type ReceivedPacket } from './raw-broker.js';
import { transcripts, type Exchange } from './transcripts.js';
import { commandTo } from '../../../support/commands.js';

const versions = ['v5', 'v3.1.1'] as const;

const opened = closedAfterEach();

/** A connection with what it has received, in hexadecimal digits. */
const clientOf = async (port: number) => {
  const socket: Socket = connect(port, '127.0.0.1');
  opened.push(() => socket.destroy());
  let received = '';
  socket.on('data', (chunk) => (received += chunk.toString('hex')));
  await once(socket, 'connect');
  return {
    send: (hex: string) => socket.write(Buffer.from(hex, 'hex')),
    /** Takes one packet of less than 128 bytes. */
    takePacket: async (): Promise<string> => {
      await eventually('the broker answers', () => received.length >= 4);
      const length = 4 + 2 * Number.parseInt(received.slice(2, 4), 16);
      await eventually('the packet is complete', () => received.length >= length);
      const taken = received.slice(0, length);
      received = received.slice(length);
      return taken;
    },
  };
};

describe('the simulated broker', () => {
  it.each(versions)('answers the clients of Mosquitto as Mosquitto does, %s', async (version) => {
    const broker = new SimulatedBroker(() => undefined);
    const port = await broker.listen(0, '127.0.0.1');
    opened.push(() => broker.close());
    const clients = new Map<Exchange['connection'], Awaited<ReturnType<typeof clientOf>>>();
    for (const { connection, client: sent, broker: expected } of transcripts[version]) {
      const client = clients.get(connection) ?? (await clientOf(port));
      clients.set(connection, client);
      if (sent !== undefined) client.send(sent);
      // The limits that a broker states at the beginning are its own.
      else if (expected?.startsWith('20') === true) expect((await client.takePacket()).slice(4, 8)).toBe('0000');
      else if (expected !== undefined) expect(await client.takePacket()).toBe(expected);
    }
  });
});

/** Returns the first packet of one type that a side of the recorded listener sent. */
const recorded = (version: (typeof versions)[number], side: 'client' | 'broker', type: string): string =>
  transcripts[version].find(({ connection, [side]: hex }) => connection === 'listener' && hex?.startsWith(type))?.[
    side
  ] ?? '';

const idOf = ({ body }: ReceivedPacket, at = 0): string => body.subarray(at, at + 2).toString('hex');

const statusTopic = Buffer.from('studio/one/status').toString('hex');
const online = Buffer.from('online').toString('hex');

/** What differs between the versions. */
const bytes = {
  v5: {
    connack: '200900000622000a210014',
    suback: (id: string) => `9005${id}000101`,
    // Section 3.1: clean start, a keep alive of 5 s, and the longest packet, property 0x27.
    connect: '101a00044d5154540502000505270001000000086c697374656e6572',
    online: `301a0011${statusTopic}00${online}`,
    // Section 3.3: an expiry after 2 s, property 0x02.
    commandProperties: '050200000002',
  },
  'v3.1.1': {
    connack: '20020000',
    suback: (id: string) => `9004${id}0101`,
    connect: '101400044d5154540402000500086c697374656e6572',
    online: `30190011${statusTopic}${online}`,
    commandProperties: '',
  },
} as const;

/** Mosquitto's recorded answers, with the packet ids of the driver. */
const mosquittoAnswer =
  (version: (typeof versions)[number]) =>
  (packet: ReceivedPacket): string | undefined => {
    if (packet.first === 0x10) return bytes[version].connack;
    if (packet.first === 0x82) return bytes[version].suback(idOf(packet)) + recorded(version, 'broker', '33');
    return packet.first === 0xc0 ? 'd000' : undefined;
  };

const line = { state: { topic: 'studio/one/state' }, command: { topic: 'studio/one/status' } };

describe('the driver', () => {
  it.each(versions)('speaks with Mosquitto as its clients do, %s', async (version) => {
    const broker = await rawBroker(mosquittoAnswer(version));
    opened.push(broker.close);
    const options = {
      settings: { clientId: 'listener', protocolVersion: version },
      lines: { 'sig-1': { ...line, availability: { topic: 'studio/one/status' } } },
    };
    const { drivers, close } = openDrivers(layoutWith('mqtt', { host: '127.0.0.1', port: broker.port }, options));
    opened.push(close);
    const { signalLines } = drivers;
    await eventually('the retained state arrives', () => signalLines.value('sig-1') === false);
    await eventually('it is acknowledged', () => broker.received.length >= 3);
    const [connect, subscribe, acknowledgement] = broker.received.map(({ hex }) => hex);
    expect(connect).toBe(bytes[version].connect);
    const recordedSubscribe = recorded(version, 'client', '82');
    expect(subscribe?.slice(0, 4)).toBe(recordedSubscribe.slice(0, 4));
    expect(subscribe?.slice(8)).toBe(recordedSubscribe.slice(8));
    expect(acknowledgement).toBe('40020001');
    // The device says that it is there, which is what the listener's second topic is for.
    broker.send(bytes[version].online);
    await eventually('the device is there', () => signalLines.connected('sig-1'));
    const sent = sentCommand(signalLines.send(commandTo.switch('sig-1', true)));
    const command = () => broker.received.filter(({ first }) => first === 0x32);
    await eventually('the command arrives', () => command().length > 0);
    for (const packet of command()) {
      const id = idOf(packet, 19);
      expect(packet.body.toString('hex')).toBe(`0011${statusTopic}${id}${bytes[version].commandProperties}4f4e`);
      broker.send(`4002${id}`);
    }
    await eventually('it is accepted', async () => (await commandResults(sent))[0] === 'done');
    broker.send(recorded(version, 'broker', '32'));
    await eventually('it is confirmed', async () => (await commandResults(sent))[1] === 'done');
  });
});
