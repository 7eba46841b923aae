// The simulated server sends the recorded OSC messages of the real one. An independent library encodes the expectation.
import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { decode, encode } from 'node-osc';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mediaItem } from '../../../simulator/casparcg/media.js';
import { oscBundles } from '../../../simulator/casparcg/osc.js';
import { CasparcgServer } from '../../../simulator/casparcg/server.js';
import type { StateEntry } from '../../../simulator/casparcg/state.js';
import { manualClock, type ManualClock } from '../../../simulator/clock.js';
import { commandLog } from '../../../simulator/command-log.js';
import type { InjectedFault } from '../../../simulator/fault.js';
import { seededRandom } from '../../../simulator/random.js';
import { eventually } from '../../support/eventually.js';
import { settleSockets, advanceInSteps } from '../../adapters/drivers/advance-clock.js';
import { recordedOscMessages, type OscMessage } from '../../adapters/drivers/casparcg/recording.js';

const frameMs = 40;

/** Encodes a bundle with the library, and puts the number of the frame where the library writes a time. */
const byLibrary = (expected: readonly OscMessage[], frame: number): Buffer => {
  const bundle = encode({
    oscType: 'bundle',
    timetag: 0,
    elements: expected.map(({ address, types, values }) => ({
      oscType: 'message',
      address,
      args: values.map((value, index) => ({ type: types[index], value })),
    })),
  });
  bundle.writeUInt32BE(frame, 12);
  return bundle;
};

interface Message {
  readonly address: string;
  readonly args: readonly { readonly value: unknown }[];
}

const messagesIn = (datagram: Buffer): readonly Message[] => (decode(datagram) as { elements: Message[] }).elements;

const of = (channel: number, all: readonly OscMessage[]): readonly OscMessage[] =>
  all.filter(({ address }) => address.startsWith(`/channel/${String(channel)}/`));

const isOfTransition = ({ address }: Pick<OscMessage, 'address'>): boolean => address.includes('/transition/');

let clock: ManualClock;
let receiver: UdpSocket;
let received: { readonly from: number; readonly data: Buffer }[];
let servers: CasparcgServer[];
let clients: Socket[];

beforeEach(async () => {
  [clock, received, servers, clients] = [manualClock(), [], [], []];
  receiver = createSocket('udp4').on('message', (data, { port }) => received.push({ data, from: port }));
  receiver.bind(0, '127.0.0.1');
  await once(receiver, 'listening');
});

afterEach(() => {
  for (const client of clients) client.destroy();
  for (const server of servers) server.stop();
  receiver.close();
});

const start = async (
  oscPort: number | null = receiver.address().port,
): Promise<{ readonly server: CasparcgServer; readonly port: number }> => {
  const world = { clock, log: commandLog(clock.now), random: seededRandom(1), changed: () => undefined };
  const identity = { id: 'casparcg', kind: 'player', name: 'CasparCG' } as const;
  const server = new CasparcgServer({ identity, channels: 2, media: [mediaItem('short', 2)], oscPort }, world);
  servers.push(server);
  const { port } = await server.listen(0, '127.0.0.1');
  return { server, port };
};

/** Connects a client, and waits until the server has replied to it. */
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

/** Lets `passing` frames pass, and waits for `count` datagrams. */
const frames = async (passing: number, count: number): Promise<readonly Buffer[]> => {
  received = [];
  await advanceInSteps(clock, passing * frameMs);
  await eventually(`${String(count)} datagrams`, () => received.length >= count);
  await settleSockets();
  return received.map(({ data }) => data);
};

describe('an OSC frame', () => {
  it('is byte for byte the recording, as encoded by the library', async () => {
    const { port } = await start();
    (await join(port)).write('PLAY 1-10 short\r\n');
    const datagrams = await frames(60, 120);
    const steady = recordedOscMessages.filter((one) => !isOfTransition(one));
    expect(datagrams).toHaveLength(120);
    expect(datagrams.slice(-2)).toEqual([1, 2].map((channel) => byLibrary(of(channel, steady), 118 + channel)));
  });

  it('has the recorded addresses during a transition, and no others', async () => {
    const { port } = await start();
    (await join(port)).write('PLAY 1-10 short\r\n');
    const messages = (await frames(10, 20)).flatMap(messagesIn);
    expect([...new Set(messages.map(({ address }) => address))].sort()).toEqual(
      recordedOscMessages.map(({ address }) => address).sort(),
    );
    const valuesAt = (address: string) =>
      messages.find((message) => message.address === address)?.args.map(({ value }) => value);
    const inTransition = recordedOscMessages.filter(isOfTransition);
    expect(inTransition.length).toBeGreaterThan(0);
    for (const { address, values } of inTransition) expect(valuesAt(address)).toEqual(values);
  });

  it('encodes any values like the library', () => {
    const entries: readonly StateEntry[] = [
      { path: '/a', values: ['', 'abc', 'abcd', 'Grüße', true, false] },
      { path: '/much/longer/ü', values: [{ int: -7 }, { int: 2 ** 31 - 1 }, { float: 0.1 }, { float: -3 }] },
      { path: '/none', values: [] },
    ];
    const expected = [
      { address: '/a', types: 'ssssTF', values: ['', 'abc', 'abcd', 'Grüße', true, false] },
      { address: '/much/longer/ü', types: 'iiff', values: [-7, 2 ** 31 - 1, 0.1, -3] },
      { address: '/none', types: '', values: [] },
    ];
    expect(oscBundles(entries, 7).map((bundle) => Buffer.from(bundle))).toEqual([byLibrary(expected, 7)]);
  });

  it('has bundles that are as long as they may be, with every message once', () => {
    const entries = Array.from({ length: 200 }, (_, index) => ({
      path: `/channel/1/stage/layer/${String(1_000 + index)}/foreground/producer`,
      values: ['empty'],
    }));
    const bundles = oscBundles(entries, 1);
    const texts = bundles.map((bundle) => Buffer.from(bundle).toString('latin1'));
    expect(texts.join('').match(/layer\/\d+/g)).toEqual(entries.map(({ path }) => /layer\/\d+/.exec(path)?.[0]));
    const longestMessage = 80;
    for (const { length } of bundles.slice(0, -1)) {
      expect(length).toBeGreaterThanOrEqual(2_048);
      expect(length).toBeLessThan(2_048 + longestMessage);
    }
    expect(bundles.length).toBeGreaterThan(2);
  });
});

describe('the feed', () => {
  it('is off without clients', async () => {
    const { port } = await start();
    expect(clock.waiting()).toBe(0);
    const client = await join(port);
    await frames(2, 4);
    await leave(client);
    await advanceInSteps(clock, 1_000);
    expect(received).toHaveLength(4);
  });

  it('is off without a port', async () => {
    const { port } = await start(null);
    await join(port);
    expect(clock.waiting()).toBe(0);
  });

  it('sends one feed to an address with several clients', async () => {
    const { port } = await start();
    const client = await join(port);
    await join(port);
    expect(await frames(3, 6)).toHaveLength(6);
    client.destroy();
    expect(await frames(3, 6)).toHaveLength(6);
  });

  it('comes from a separate port of each server', async () => {
    for (const { port } of [await start(), await start()]) await join(port);
    await frames(1, 4);
    expect(new Set(received.map(({ from }) => from)).size).toBe(2);
  });

  it.each([
    [null, 10],
    [{ type: 'frozen' }, 0],
    [{ type: 'lost' }, 0],
    [{ type: 'duplicate' }, 20],
    [{ type: 'late', delayMs: 120 }, 4],
    [{ type: 'refused' }, 10],
  ] as const satisfies readonly (readonly [InjectedFault | null, number])[])(
    'is affected by the fault %j',
    async (fault, count) => {
      const { server, port } = await start();
      await join(port);
      server.setFault(fault);
      expect(await frames(5, count)).toHaveLength(count);
    },
  );

  it('ends when a fault ends the connections', async () => {
    const { server, port } = await start();
    await join(port);
    server.setFault({ type: 'offline' });
    await eventually('the feed has ended', () => clock.waiting() === 0);
  });
});
