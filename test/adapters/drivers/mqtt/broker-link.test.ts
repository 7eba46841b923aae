// How the driver introduces itself to a broker, and what a later connection has of the one before: nothing.
import { afterEach, expect, it } from 'vitest';
import { eventually } from '../../../support/eventually.js';
import { sentCommand } from '../../../contracts/device-commands.js';
import { admitting, closeBrokers, driven, granting, line, packetsOf, publish } from './raw-bench.js';
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

it.each([
  ['v5', '2003008600', 5_000],
  ['v5', '2003008700', 5_000],
  ['v5', '2003008a00', 5_000],
  ['v5', '2003008800', 500],
  ['v3.1.1', '20020004', 5_000],
  ['v3.1.1', '20020005', 5_000],
  ['v3.1.1', '20020003', 500],
])('a broker that refuses the service, in %s by %s, is tried again in due time', async (...refused) => {
  const [protocolVersion, refusal, pauseMs] = refused;
  const answer = ({ first }: ReceivedPacket): string | undefined => (first === 0x10 ? refusal : undefined);
  const { broker, clock, pass, entries } = await driven(answer, undefined, { protocolVersion });
  await eventually('it is logged', () => entries.length === 1);
  await clock.advance(pauseMs - 60);
  await pass(40);
  expect(broker.received).toHaveLength(1);
  await eventually('it is tried again', async () => {
    await pass(20);
    return broker.received.length > 1;
  });
});
