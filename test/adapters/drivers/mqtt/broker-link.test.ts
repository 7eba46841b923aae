// How the driver introduces itself to a broker, what ends its connection, and what a later one has of the one before: nothing.
import { createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../support/eventually.js';
import { commandResults, sentCommand } from '../../../contracts/device-commands.js';
import { listenOnLoopback } from '../../../support/loopback.js';
import { admitting, closeBrokers, driven, granting, line, opened, openedTo, packetsOf, publish } from './raw-bench.js';
import type { ReceivedPacket } from './raw-broker.js';
import { commandTo } from '../../../support/commands.js';

afterEach(closeBrokers);

/** The flags of a CONNECT packet (MQTT 5, section 3.1.2.3). */
const flags = { clean: 0x02, will: 0x04, willQos1: 0x08, willRetain: 0x20, password: 0x40, username: 0x80 };
const retainedWill = flags.will | flags.willQos1 | flags.willRetain;

it.each<readonly [object, number, readonly string[]]>([
  [{}, flags.clean, []],
  [{ statusTopic: 'service' }, flags.clean | retainedWill, ['service', 'offline']],
  [{ username: 'studio' }, flags.clean | flags.username, ['studio']],
  [
    { username: 'studio', passwordFile: '/password' },
    flags.clean | flags.username | flags.password,
    ['studio', 'secret'],
  ],
])('the introduction has what is configured: %j', async (settings, expected, texts) => {
  for (const protocolVersion of ['v5', 'v3.1.1']) {
    const { broker } = await driven(() => undefined, undefined, { clientId: 'x', protocolVersion, ...settings });
    await eventually('it connects', () => broker.received.length === 1);
    const [connect] = broker.received;
    const [version, given, ...keepAlive] = connect?.body.subarray(6, 10) ?? [];
    expect([version, given, ...keepAlive]).toEqual([protocolVersion === 'v5' ? 5 : 4, expected, 0, 5]);
    for (const text of texts) expect(connect?.body.toString()).toContain(text);
  }
});

it('the service is shown as online on every connection', async () => {
  const acknowledging = (packet: ReceivedPacket): string | undefined =>
    packet.first === 0x32 ? `4002${packet.body.subarray(9, 11).toString('hex')}` : admitting(packet);
  const { broker, until, signalLines } = await driven(acknowledging, undefined, { statusTopic: 'service' });
  await until(true);
  await sentCommand(signalLines.send(commandTo.switch('sig-1', true))).accepted;
  broker.cut();
  await until(false);
  await until(true);
  const shown = () => packetsOf(broker, 3).filter(({ body }) => body.toString().includes('online'));
  await eventually('it is shown twice', () => shown().length === 2);
  // Bit 0 of the first byte: the broker keeps it for those who subscribe later.
  expect(shown().map(({ first }) => first & 1)).toEqual([1, 1]);
});

it('the topic that shows whether the service is there keeps its last state, also after an orderly end', async () => {
  const { broker, until, close } = await driven(granting('01'), { 'sig-1': line }, { statusTopic: 'service' });
  await until(true);
  await eventually('it is there', () => packetsOf(broker, 3).length === 1);
  close();
  await eventually('it is gone', () => packetsOf(broker, 3).length === 2);
  const shown = packetsOf(broker, 3).map(({ first, hex }) => [
    first & 1,
    hex.endsWith(Buffer.from('offline').toString('hex')),
  ]);
  expect(shown).toEqual([
    [1, false],
    [1, true],
  ]);
});

it('commands that an earlier connection has not acknowledged keep none waiting', async () => {
  const admissions = ['2006000003210001', '2003000000'];
  const { broker, until, signalLines } = await driven((packet) =>
    packet.first === 0x10 ? admissions.shift() : admitting(packet),
  );
  const commands = () => packetsOf(broker, 3);
  await until(true);
  sentCommand(signalLines.send(commandTo.switch('sig-1', true)));
  await eventually('the command has arrived', () => commands().length === 1);
  broker.cut();
  await until(false);
  await until(true);
  sentCommand(signalLines.send(commandTo.switch('sig-1', true)));
  await eventually('the next one has arrived', () => commands().length === 2);
});

it('a broker that sends nonsense right after it has admitted the service is connected to again', async () => {
  // A CONNACK, and one with a packet of an impossible kind behind it.
  const admissions = ['2003000000', '20030000002dfd6c'];
  const { broker, until } = await driven((packet) =>
    packet.first === 0x10 ? (admissions.shift() ?? '2003000000') : admitting(packet),
  );
  await until(true);
  broker.cut();
  await until(false);
  await until(true);
  expect(packetsOf(broker, 1)).toHaveLength(3);
});

it('a device that is back at its broker is asked for its state', async () => {
  const asked = { ...line, query: { topic: 'one/get', payload: '?' }, availability: { topic: 'will' } };
  const { broker, until } = await driven(granting('0101'), { 'sig-1': asked });
  const questions = () => packetsOf(broker, 3).filter(({ body }) => body.toString().includes('one/get'));
  await eventually('it is asked', () => questions().length === 1);
  broker.send(publish('will', 'online'));
  await until(true);
  broker.send(publish('will', 'offline'));
  await until(false);
  expect(questions()).toHaveLength(1);
  broker.send(publish('will', 'online'));
  await until(true);
  await eventually('it is asked again', () => questions().length === 2);
  // Of the quality 0, and not retained: the device would be asked once more on each of its returns.
  expect(questions().map(({ first }) => first)).toEqual([0x30, 0x30]);
});

it.each<readonly ['v5' | 'v3.1.1', string, RegExp, number]>([
  ['v5', '2003008600', /Bad User Name or Password/, 5_000],
  ['v5', '2003008700', /Not authorized/, 5_000],
  ['v5', '2003008a00', /Banned/, 5_000],
  ['v5', '2003000000e0028e00', /another client of the broker has taken the client id/, 5_000],
  ['v5', '2003008800', /Server unavailable/i, 500],
  ['v5', '2003008900', /Server busy/, 500],
  ['v3.1.1', '20020004', /Bad username or password/, 5_000],
  ['v3.1.1', '20020005', /Not authorized/, 5_000],
  ['v3.1.1', '20020003', /Server unavailable/, 500],
])('a broker that refuses the service, in %s by %s, is tried again in due time', async (...refused) => {
  const [protocolVersion, refusal, reason, pauseMs] = refused;
  const answer = ({ first }: ReceivedPacket): string | undefined => (first === 0x10 ? refusal : undefined);
  const { broker, clock, pass, entries } = await driven(answer, undefined, { protocolVersion });
  await eventually('it is logged', () => entries.length === 1);
  expect(entries[0]).toMatch(reason);
  await clock.advance(pauseMs - 60);
  await pass(40);
  expect(packetsOf(broker, 1)).toHaveLength(1);
  await eventually('it is tried again', async () => {
    await pass(20);
    return packetsOf(broker, 1).length > 1;
  });
  expect(new Set(entries.filter((entry) => entry.includes('is lost'))).size).toBe(1);
});

it('a broker that closes the connection again and again after an admission is said to have another client with the id', async () => {
  const { broker, pass, entries } = await driven((packet) => {
    if (packet.first !== 0x82) return admitting(packet);
    broker.cut();
    return undefined;
  });
  await eventually('the reason is logged', async () => {
    await pass(100);
    return entries.some((entry) => entry.includes('another client may have the client id'));
  });
  expect(entries[0]).not.toContain('another client');
});

describe('a broker', () => {
  it('that falls silent counts as lost, and what is pending fails', async () => {
    let isSilent = false;
    const { signalLines, clock, until, entries } = await driven((packet) => (isSilent ? undefined : admitting(packet)));
    await until(true);
    isSilent = true;
    const silentSinceMs = clock.now();
    const sent = sentCommand(signalLines.send(commandTo.switch('sig-1', true)));
    await until(false);
    expect(clock.now() - silentSinceMs).toBeLessThanOrEqual(8_000);
    expect(await commandResults(sent)).toEqual(['device_error', 'device_error']);
    isSilent = false;
    await until(true);
    expect(entries).toHaveLength(2);
  });

  it('is connected again within a second of its return, and gets nothing again', async () => {
    const { broker, signalLines, clock, until } = await driven(admitting);
    for (let round = 0; round < 2; round += 1) {
      await until(true);
      const sent = sentCommand(signalLines.send(commandTo.switch('sig-1', true)));
      await eventually('the command arrives', () => broker.received.at(-1)?.first === 0x32);
      broker.cut();
      expect((await sent.confirmed)._tag).toBe('Left');
      const lostAtMs = clock.now();
      const before = broker.received.length;
      await until(true);
      expect(clock.now() - lostAtMs).toBeLessThanOrEqual(1_000);
      expect(broker.received.slice(before).filter(({ first }) => first >> 4 === 3)).toEqual([]);
    }
  });

  it.each([
    ['PUBREL', '6200'],
    ['PUBLISH', '320900076f6e652f736574'],
  ])('that sends a packet without its id is cut off: %s', async (_what, hex) => {
    const { broker, until } = await driven(admitting);
    await until(true);
    broker.send(hex);
    await until(false);
  });

  it('that announces a packet of 256 MB is cut off before it has sent it', async () => {
    const { broker, until, entries } = await driven(admitting);
    await until(true);
    broker.send('30ffffff7f');
    await until(false);
    expect(entries[0]).toContain('a packet of more than 65536 bytes');
  });

  it('that does not answer the connection is given up', async () => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => void sockets.push(socket.on('error', () => undefined)));
    const port = await listenOnLoopback(server);
    opened.push(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    const { pass, entries } = openedTo(port, { 'sig-1': line });
    await eventually('it has connected', () => sockets.length === 1);
    await pass(5_200);
    await eventually('it is given up', () => entries.length === 1);
    expect(entries[0]).toContain('the broker does not answer');
  });
});
