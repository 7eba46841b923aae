// The simulated CasparCG server under test by itself: clients without a driver send it lines, and receive its OSC.
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { InjectedFault } from '../../../simulator/fault.js';
import { mediaItem } from '../../../simulator/casparcg/media.js';
import { oscBundles } from '../../../simulator/casparcg/osc.js';
import { CasparcgServer } from '../../../simulator/casparcg/server.js';
import { manualClock, type ManualClock } from '../../../simulator/clock.js';
import { commandLog, type CommandLog } from '../../../simulator/command-log.js';
import { seededRandom } from '../../../simulator/random.js';
import { rawClient, type RawClient } from '../../adapters/drivers/face-bench.js';
import { eventually } from '../../support/eventually.js';
import { advanceInSteps } from '../../adapters/playout/advance-clock.js';

const timing = {
  replyMs: { min: 4, max: 4 },
  pictureMs: { min: 5, max: 5 },
  emptyMs: { min: 5, max: 5 },
  frameMs: { afterCommand: 40, atRest: 40 },
};

let clock: ManualClock;
let log: CommandLog;
let changes: string[];
let server: CasparcgServer;
let port: number;
let receiver: Socket;
let datagrams: string[];
let clients: RawClient[];
beforeEach(async () => {
  clock = manualClock();
  log = commandLog(clock.now);
  [changes, datagrams, clients] = [[], [], []];
  receiver = createSocket('udp4').bind(0, '127.0.0.1');
  receiver.on('message', (datagram) => datagrams.push(datagram.toString('latin1')));
  await once(receiver, 'listening');
  const world = { clock, log, random: seededRandom(1), changed: ({ what }: { what: string }) => changes.push(what) };
  const media = ['opener', 'weather'].map((name) => mediaItem(name, 10));
  const identity = { id: 'casparcg', kind: 'player', name: 'CasparCG' } as const;
  const options = { identity, channels: 2, media, timing, oscPort: receiver.address().port };
  server = new CasparcgServer(options, world);
  ({ port } = await server.listen(0, '127.0.0.1'));
});
afterEach(() => {
  for (const client of clients) client.end();
  server.stop();
  receiver.close();
});

const connected = async (): Promise<RawClient> => {
  const client = await rawClient(port);
  clients.push(client);
  return client;
};

const until = (what: string, holds: () => boolean): Promise<void> =>
  eventually(what, async () => {
    if (!holds()) await advanceInSteps(clock, 5);
    return holds();
  });

/** Sends lines together, and returns the first line of each reply. */
const repliesTo = async (client: RawClient, lines: readonly string[]): Promise<readonly string[]> => {
  client.send(lines.map((line) => `${line}\r\n`).join(''));
  const heads = () =>
    client
      .received()
      .toString()
      .match(/^(?:\d{3} |PONG).*$/gm) ?? [];
  await until('the replies', () => heads().length >= lines.length);
  return heads();
};

const faultOf = (): InjectedFault | null => server.snapshot().fault;

describe('the simulated server', () => {
  it('counts commands alone against a limited fault, answers in order, and reports each change of the fault', async () => {
    const client = await connected();
    server.setFault({ type: 'refused', commands: 2 });
    changes.length = 0;
    const refused = ['VERSION', 'PLAY 1-10 opener', 'INFO', 'PLAY 1-10 opener', 'PLAY 1-10 opener'];
    expect(await repliesTo(client, refused)).toEqual([
      ...['201 VERSION OK', '501 PLAY FAILED', '200 INFO OK', '501 PLAY FAILED', '202 PLAY OK'],
    ]);
    expect(changes.filter((what) => what === 'fault')).toHaveLength(2);
    expect([faultOf(), log.entries().map(({ outcome, fault }) => `${outcome} ${String(fault)}`)]).toEqual([
      null,
      ['refused refused', 'refused refused', 'executed null'],
    ]);
  });

  it('executes what waited while it was frozen in its order, of all clients', async () => {
    const [first, second] = [await connected(), await connected()];
    server.setFault({ type: 'frozen' });
    first.send('PLAY 1-10 opener\r\nVERSION\r\n');
    await eventually('the first command', () => log.entries().length === 1);
    second.send('PLAY 1-10 weather\r\n');
    await eventually('the second command', () => log.entries().length === 2);
    await advanceInSteps(clock, 100);
    expect([first.received().length, second.received().length]).toEqual([0, 0]);
    server.setFault(null);
    await until('the replies', () => first.received().length > 30 && second.received().length > 0);
    expect(first.received().toString()).toMatch(/^202 PLAY OK\r\n201 VERSION OK\r\n/);
    await advanceInSteps(clock, 20);
    expect(server.visible('1-10')).toMatchObject({ media: { name: 'weather' } });
  });

  it('that is offline ends every connection, and accepts none until it is back', async () => {
    const client = await connected();
    server.setFault({ type: 'offline' });
    await eventually('the connection ends', client.isClosed);
    const refused = await connected();
    await eventually('the next connection ends', refused.isClosed);
    server.setFault(null);
    expect(await repliesTo(await connected(), ['VERSION'])).toEqual(['201 VERSION OK']);
  });

  it('leaves layers of other channels and layers alone that begin with the same digits', async () => {
    const client = await connected();
    await repliesTo(client, ['PLAY 1-1 opener', 'PLAY 1-10 opener', 'PLAY 2-1 opener', 'PLAY 1 weather', 'CLEAR 1-1']);
    await advanceInSteps(clock, 100);
    const shown = ['1-0', '1-1', '1-10', '2-1'].map((address) => server.visible(address).kind);
    expect(shown).toEqual(['file', 'empty', 'file', 'file']);
    client.send('CLEAR 1\r\n');
    await until('the channel is empty', () => server.visible('1-10').kind === 'empty');
    expect(['1-0', '1-10', '2-1'].map((address) => server.visible(address).kind)).toEqual(['empty', 'empty', 'file']);
  });
});

describe('its OSC', () => {
  const channels = () => new Set(datagrams.map((datagram) => /\/channel\/(\d+)\//.exec(datagram)?.[1]));

  it('with gaps lacks every second datagram of each channel', async () => {
    server.setFault({ type: 'osc_gaps' });
    await connected();
    await until('datagrams of both channels', () => channels().size === 2);
    expect(channels()).toEqual(new Set(['1', '2']));
  });

  it('goes on for a client on the same address when another one leaves, and ends with the last one', async () => {
    const [first, second] = [await connected(), await connected()];
    await until('datagrams', () => datagrams.length > 1);
    first.end();
    await advanceInSteps(clock, 100);
    const before = datagrams.length;
    await until('more datagrams', () => datagrams.length > before + 3);
    second.end();
    await eventually('no frame is scheduled', async () => {
      await advanceInSteps(clock, 5);
      return clock.waiting() === 0;
    });
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
