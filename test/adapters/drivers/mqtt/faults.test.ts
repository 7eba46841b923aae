// What the MQTT driver survives: devices and brokers that go away, refuse, repeat themselves or send nonsense.
import { connect, createServer, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { connectAsync } from 'mqtt';
import { afterEach, describe, expect, it } from 'vitest';
import { commandResults, sendError, sentCommand } from '../../../contracts/device-commands.js';
import { eventually } from '../../../support/eventually.js';
import { listenOnLoopback } from '../../../support/loopback.js';
import { connectionBench, layoutWith, type BenchOptions, type ConnectionBench } from '../bench.js';
import { brokerLines, describedLine } from './lines.js';
import { admitting, closeBrokers, driven, line, opened, openedTo, type Lines } from './raw-bench.js';
import type { RawBroker, ReceivedPacket } from './raw-broker.js';
import { commandTo } from '../../../support/commands.js';

const rounds = Number(process.env['DEVICE_FAULTS'] ?? 3);
const answers = Number(process.env['DEVICE_FUZZ'] ?? 300);

afterEach(closeBrokers);

const connected = async (options: BenchOptions): Promise<ConnectionBench> => {
  const bench = await connectionBench('mqtt', options);
  opened.push(bench.close);
  await bench.passUntil('the line is connected', () => bench.drivers.signalLines.connected('sig-1'));
  await bench.passUntil('the value is known', () => bench.drivers.signalLines.value('sig-1') !== null);
  return bench;
};

describe('a line', () => {
  it('whose device reports nothing has the value that was accepted last, and none before', async () => {
    const bench = await connectionBench('mqtt', {
      lines: { 'sig-1': { command: { topic: 'gong' }, confirm: 'accepted' } },
    });
    opened.push(bench.close);
    const { signalLines } = bench.drivers;
    await bench.passUntil('the line is connected', () => signalLines.connected('sig-1'));
    expect(signalLines.value('sig-1')).toBe(null);
    const sent = sentCommand(signalLines.send(commandTo.switch('sig-1', true)));
    expect(signalLines.value('sig-1')).toBe(null);
    await bench.pass(50);
    expect(await commandResults(sent)).toEqual(['done', 'done']);
    expect(signalLines.value('sig-1')).toBe(true);
  });
});

describe('a studio file that changes', () => {
  it('keeps the connection and what is pending, and serves the lines that it has now', async () => {
    const line = describedLine('one');
    const bench = await connected({ lines: { 'sig-1': line, 'sig-2': describedLine('two') } });
    const { drivers, current, port, pass, passUntil } = bench;
    const { signalLines } = drivers;
    const seen: boolean[] = [];
    signalLines.watch((id) => id === 'sig-1' && seen.push(signalLines.connected('sig-1')));
    const [kept, removed] = ['sig-1', 'sig-2'].map((id) => sentCommand(signalLines.send(commandTo.switch(id, true))));
    const follow = (lines: Lines) => {
      current.replace(layoutWith('mqtt', { host: '127.0.0.1', port }, { lines }));
    };
    follow({ 'sig-1': line, 'sig-3': { state: { topic: 'studio/one/state' } } });
    await pass(250);
    expect(kept && (await commandResults(kept))).toEqual(['done', 'done']);
    expect(removed && (await commandResults(removed))).toEqual(['device_error', 'device_error']);
    expect(seen).not.toContain(false);
    await passUntil('the new line has the retained state', () => signalLines.value('sig-3') === true);
    expect(signalLines.value('sig-2')).toBe(null);
    follow({ 'sig-3': { state: { topic: 'studio/one/state', on: 'OFF', off: 'ON' } } });
    await passUntil('the changed line is read anew', () => signalLines.value('sig-3') === false);
    expect(sendError(signalLines.send(commandTo.switch('sig-1', false)))).toBe('device_unavailable');
  });
});

it('numbers commands on when the studio file changes their line: a late reply has the number of an earlier one', async () => {
  const line = { profile: 'shelly-gen2', device: 'one' };
  const { drivers, current, port, pass } = await connected({ lines: { 'sig-1': line } });
  const client = await connectAsync({ host: '127.0.0.1', port, reconnectPeriod: 0 });
  opened.push(() => client.endAsync(true));
  const commands: { readonly id: number }[] = [];
  client.on('message', (_topic, payload) => {
    const request = JSON.parse(payload.toString()) as { readonly id: number; readonly method: string };
    if (request.method === 'Switch.Set') commands.push(request);
  });
  await client.subscribeAsync('one/rpc');
  for (const lines of [{ 'sig-1': line }, { 'sig-1': { ...line, relay: 0 } }]) {
    current.replace(layoutWith('mqtt', { host: '127.0.0.1', port }, { lines }));
    await pass(250);
    sentCommand(drivers.signalLines.send(commandTo.switch('sig-1', true)));
    await pass(250);
  }
  await eventually('both commands arrive', () => commands.length === 2);
  expect(new Set(commands.map(({ id }) => id)).size).toBe(2);
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
    for (let round = 0; round < rounds; round += 1) {
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

  it('that refuses a topic makes its lines unconnected, and no others', async () => {
    const { entries, until, signalLines } = await driven(
      (packet) =>
        packet.first === 0x82 ? `9005${packet.body.subarray(0, 2).toString('hex')}000187` : admitting(packet),
      { 'sig-1': line, 'sig-2': { state: { topic: 'secret' } } },
    );
    await until(true);
    expect(signalLines.connected('sig-2')).toBe(false);
    expect(entries).toEqual(['a broker refused topics {"connection":"equipment","topics":"secret"}']);
  });

  it.each([
    ['v5', 'a wrong password', '2003008600', /Bad User Name or Password/, 5_000],
    ['v5', 'not authorized', '2003008700', /Not authorized/, 5_000],
    ['v5', 'banned', '2003008a00', /Banned/, 5_000],
    ['v5', 'the server is busy', '2003008900', /Server busy/, 500],
    ['v3.1.1', 'a wrong password', '20020004', /Bad username or password/, 5_000],
    ['v3.1.1', 'not authorized', '20020005', /Not authorized/, 5_000],
    ['v3.1.1', 'the server is away', '20020003', /Server unavailable/, 500],
  ])('that refuses the service is asked again after a pause: %s, %s', async (...refused) => {
    const [protocolVersion, , refusal, reason, pauseMs] = refused;
    const answer = ({ first }: ReceivedPacket): string | undefined => (first === 0x10 ? refusal : undefined);
    const { broker, entries, pass, clock } = await driven(answer, { 'sig-1': line }, { protocolVersion });
    const attempts = () => broker.received.filter(({ first }) => first === 0x10).length;
    await eventually('it is refused', () => entries.length === 1);
    expect(entries[0]).toMatch(reason);
    const startMs = clock.now();
    await pass(pauseMs - 200);
    expect(attempts()).toBe(1);
    await eventually('it asks again', async () => {
      await pass(100);
      return attempts() === 2;
    });
    expect(clock.now() - startMs).toBeLessThanOrEqual(pauseMs + 1_000);
    expect(entries).toHaveLength(1);
  });

  it('is asked for no topic that no line needs any more', async () => {
    const { broker, until, follow } = await driven(
      (packet) =>
        packet.first === 0x82 ? `9005${packet.body.subarray(0, 2).toString('hex')}000101` : admitting(packet),
      { 'sig-1': line, 'sig-2': { state: { topic: 'two' } } },
    );
    await until(true);
    follow({ 'sig-1': line });
    await eventually('it is unsubscribed', () => broker.received.at(-1)?.first === 0xa2);
    expect(broker.received.at(-1)?.body.subarray(3).toString('hex')).toBe(`0003${Buffer.from('two').toString('hex')}`);
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

  it('that receives no commands is not connected: a receive maximum of 0 is a protocol error of MQTT 5', async () => {
    const { entries, signalLines } = await driven((packet) =>
      packet.first === 0x10 ? '200600000321' + '0000' : admitting(packet),
    );
    await eventually('it is logged', () => entries.length === 1);
    expect(entries[0]).toMatch(/receive maximum|Receive/i);
    expect(signalLines.connected('sig-1')).toBe(false);
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
    const server = createServer((socket) => void sockets.push(socket));
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

const publishing = (topic: string, payload: string): Buffer => {
  const name = Buffer.from(topic);
  const body = Buffer.concat([Buffer.from([0, name.length]), name, Buffer.from([0]), Buffer.from(payload)]);
  return Buffer.concat([Buffer.from([0x30, body.length]), body]);
};

describe('nonsense from a broker', () => {
  /** Packets of every type with a correct length and any content, a correct report with one wrong byte, or any bytes. */
  const packet = fc
    .tuple(fc.nat(255), fc.uint8Array({ maxLength: 60 }))
    .map(([first, body]) => Uint8Array.from([first, body.length, ...body]));
  const mutated = fc
    .tuple(fc.nat(12), fc.nat(255), fc.constantFrom('ON', 'OFF'))
    .map(([at, byte, payload]) =>
      Uint8Array.from(publishing('one/state', payload), (own, index) => (index === at ? byte : own)),
    );
  const anything = fc.uint8Array({ minLength: 1, maxLength: 80 });
  const nonsense = fc.oneof(packet, mutated, anything);

  const expectNoWrongState = async (
    { broker, signalLines, until }: { broker: RawBroker } & ReturnType<typeof openedTo>,
    bytes: Uint8Array,
  ): Promise<void> => {
    await until(true);
    const before = signalLines.value('sig-1');
    const sent = sentCommand(signalLines.send(commandTo.switch('sig-1', true)));
    broker.send(bytes);
    broker.send(bytes);
    for (let turns = 0; turns < 6; turns += 1) await turn();
    const isReport = Buffer.from(bytes).includes('ON') || Buffer.from(bytes).includes('OFF');
    const value = signalLines.value('sig-1');
    if (!isReport) expect([null, before]).toContain(value);
    const [, confirmed] = await commandResults(sent);
    if (!Buffer.from(bytes).includes('ON')) expect(confirmed).not.toBe('done');
    broker.cut();
    await until(false);
  };

  it('changes no value and confirms nothing, however it looks', async () => {
    const bench = await driven(admitting);
    await fc.assert(
      fc.asyncProperty(nonsense, (bytes) => expectNoWrongState(bench, bytes)),
      // A smaller example would wait as long as the first, beyond the limit of the test.
      { numRuns: answers, endOnFailure: true },
    );
  });

  it('instead of an admission is no admission', async () => {
    let admission: Uint8Array = Buffer.alloc(0);
    const { broker, signalLines, pass } = await driven(({ first }) => (first === 0x10 ? admission : undefined));
    await fc.assert(
      fc.asyncProperty(nonsense, async (bytes) => {
        admission = bytes;
        broker.cut();
        await pass(600, 200);
        expect(signalLines.connected('sig-1')).toBe(false);
        expect(sendError(signalLines.send(commandTo.switch('sig-1', true)))).toBe('device_unavailable');
      }),
      { numRuns: Math.ceil(answers / 3) },
    );
  });
});

describe('nonsense from a device', () => {
  it.each(Object.entries(brokerLines))('is no report: %s', async (_name, lineOf) => {
    const bench = await connected({ lines: { 'sig-1': lineOf('one') } });
    const { signalLines } = bench.drivers;
    const socket = connect(bench.port, '127.0.0.1');
    opened.push(() => socket.destroy());
    socket.write(Buffer.from('101300044d51545405020000000006' + '73656e646572', 'hex'));
    const topics = [
      'studio/one',
      'studio/one/state',
      'studio/one/status',
      'shellies/one/relay/1',
      'shellies/one/online',
    ]
      .concat([
        'one/online',
        'one/events/rpc',
        'one/status/switch:0',
        'stat/one/POWER2',
        'stat/one/RESULT',
        'tele/one/LWT',
      ])
      .concat(['homeassistant/switch/one/state', 'homeassistant/light/one/state']);
    const texts = fc.oneof(
      fc.json(),
      fc.string(),
      fc.constantFrom('null', '[]', '{}', '{"state":null}', '{"params":[]}'),
    );
    const isReport = /"?(?:on|off|true|false|online|offline|ON|OFF)"?/;
    for (const payload of fc.sample(texts, Math.ceil(answers / 10)))
      if (!isReport.test(payload) && payload.length < 40)
        for (const topic of topics) socket.write(publishing(topic, payload));
    await bench.pass(100);
    expect(signalLines.connected('sig-1')).toBe(true);
    expect(signalLines.value('sig-1')).toBe(false);
  });
});
