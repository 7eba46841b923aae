// What the simulated server sends by OSC is what the real one has sent; a library that knows nothing of either referees.
import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { decode, encode } from 'node-osc';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mediaItem } from '../../../simulator/casparcg/media.js';
import { oscBundle } from '../../../simulator/casparcg/osc.js';
import { CasparcgServer } from '../../../simulator/casparcg/server.js';
import type { StateEntry } from '../../../simulator/casparcg/state.js';
import { manualClock, type ManualClock } from '../../../simulator/clock.js';
import { commandLog } from '../../../simulator/command-log.js';
import type { InjectedFault } from '../../../simulator/fault.js';
import { seededRandom } from '../../../simulator/random.js';
import { eventually } from '../../../features/support/eventually.js';
import { delivered, advanceInSteps } from '../advance-clock.js';
import { recordedOscMessages, type OscMessage } from './recording.js';

const frameMs = 40;

/** A bundle as the library writes it. */
const byLibrary = (told: readonly OscMessage[]): Buffer =>
  encode({
    ...{ oscType: 'bundle', timetag: 0 },
    elements: told.map(({ address, types, values }) => ({
      ...{ oscType: 'message', address },
      args: values.map((value, index) => ({ type: types[index], value })),
    })),
  });

interface Message {
  readonly address: string;
  readonly args: readonly { readonly value: unknown }[];
}

const messagesIn = (datagram: Buffer): readonly Message[] => (decode(datagram) as { elements: Message[] }).elements;

const of = (channel: number, told: readonly OscMessage[]): readonly OscMessage[] =>
  told.filter(({ address }) => address.startsWith(`/channel/${String(channel)}/`));

const isOfTransition = ({ address }: Pick<OscMessage, 'address'>): boolean => address.includes('/transition/');

let clock: ManualClock;
let ear: UdpSocket;
let heard: { readonly from: number; readonly data: Buffer }[];
let servers: CasparcgServer[];
let clients: Socket[];

beforeEach(async () => {
  [clock, heard, servers, clients] = [manualClock(), [], [], []];
  ear = createSocket('udp4').on('message', (data, { port }) => heard.push({ data, from: port }));
  ear.bind(0, '127.0.0.1');
  await once(ear, 'listening');
});

afterEach(() => {
  for (const client of clients) client.destroy();
  for (const server of servers) server.stop();
  ear.close();
});

const start = async (
  oscPort = ear.address().port,
): Promise<{ readonly server: CasparcgServer; readonly port: number }> => {
  const world = { clock, log: commandLog(clock.now), random: seededRandom(1), changed: () => undefined };
  const identity = { id: 'casparcg', kind: 'player', name: 'CasparCG' } as const;
  const server = new CasparcgServer({ identity, channels: 2, media: [mediaItem('short', 2)], oscPort }, world);
  servers.push(server);
  const { port } = await server.listen(0, '127.0.0.1');
  return { server, port };
};

/** Connects, and waits until the server has noticed: it answers. */
const join = async (port: number): Promise<Socket> => {
  const client = connect({ port, host: '127.0.0.1', noDelay: true });
  clients.push(client);
  client.write('PING\r\n');
  await once(client, 'data');
  return client;
};

const leave = async (client: Socket): Promise<void> => {
  client.destroy();
  await eventually('the feed has ended', () => clock.waiting() === 0);
};

/** Lets so many frames pass, and waits until `count` datagrams have been heard of them. */
const frames = async (passing: number, count: number): Promise<readonly Buffer[]> => {
  heard = [];
  await advanceInSteps(clock, passing * frameMs);
  await eventually(`${String(count)} datagrams`, () => heard.length >= count);
  await delivered();
  return heard.map(({ data }) => data);
};

describe('what is told by OSC', () => {
  it('is, byte by byte, what the library makes of the recording', async () => {
    const { port } = await start();
    (await join(port)).write('PLAY 1-10 short\r\n');
    const datagrams = await frames(60, 120);
    const steady = recordedOscMessages.filter((told) => !isOfTransition(told));
    expect(datagrams).toHaveLength(120);
    expect(datagrams.slice(-2)).toEqual([1, 2].map((channel) => byLibrary(of(channel, steady))));
  });

  it('names all that the recording names while a clip comes on, and nothing else', async () => {
    const { port } = await start();
    (await join(port)).write('PLAY 1-10 short\r\n');
    const messages = (await frames(10, 20)).flatMap(messagesIn);
    expect([...new Set(messages.map(({ address }) => address))].sort()).toEqual(
      recordedOscMessages.map(({ address }) => address).sort(),
    );
    const told = (address: string) =>
      messages.find((message) => message.address === address)?.args.map(({ value }) => value);
    for (const { address, values } of recordedOscMessages.filter(isOfTransition)) expect(told(address)).toEqual(values);
  });

  it('is a bundle as the library writes it, whatever is told', () => {
    const entries: readonly StateEntry[] = [
      { path: '/a', values: ['', 'abc', 'abcd', 'Grüße', true, false] },
      { path: '/much/longer/ü', values: [{ int: -7 }, { int: 2 ** 31 - 1 }, { float: 0.1 }, { float: -3 }] },
      { path: '/none', values: [] },
    ];
    const told = [
      { address: '/a', types: 'ssssTF', values: ['', 'abc', 'abcd', 'Grüße', true, false] },
      { address: '/much/longer/ü', types: 'iiff', values: [-7, 2 ** 31 - 1, 0.1, -3] },
      { address: '/none', types: '', values: [] },
    ];
    expect(Buffer.from(oscBundle(entries))).toEqual(byLibrary(told));
  });
});

describe('the feed', () => {
  it('is off while nobody is connected', async () => {
    const { port } = await start();
    expect(clock.waiting()).toBe(0);
    const client = await join(port);
    await frames(2, 4);
    await leave(client);
    await advanceInSteps(clock, 1_000);
    expect(heard).toHaveLength(4);
  });

  it('is off where no port is told', async () => {
    const { port } = await start(0);
    await join(port);
    expect(clock.waiting()).toBe(0);
  });

  it('is one for an address, however many clients have it', async () => {
    const { port } = await start();
    const client = await join(port);
    await join(port);
    expect(await frames(3, 6)).toHaveLength(6);
    client.destroy();
    expect(await frames(3, 6)).toHaveLength(6);
  });

  it('comes from two servers at once, each from a port of its own', async () => {
    for (const { port } of [await start(), await start()]) await join(port);
    await frames(1, 4);
    expect(new Set(heard.map(({ from }) => from)).size).toBe(2);
  });

  it.each([
    [null, 10],
    [{ type: 'frozen' }, 0],
    [{ type: 'lost' }, 0],
    [{ type: 'duplicate' }, 20],
    [{ type: 'late', delayMs: 120 }, 4],
    [{ type: 'refused' }, 10],
  ] as const satisfies readonly (readonly [InjectedFault | null, number])[])(
    'has the fault %j',
    async (fault, count) => {
      const { server, port } = await start();
      await join(port);
      server.setFault(fault);
      expect(await frames(5, count)).toHaveLength(count);
    },
  );

  it('ends with the connections that a fault cuts', async () => {
    const { server, port } = await start();
    await join(port);
    server.setFault({ type: 'offline' });
    await eventually('the feed has ended', () => clock.waiting() === 0);
  });
});
