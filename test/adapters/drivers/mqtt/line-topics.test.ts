// What the driver asks a broker for when lines share topics or a broker refuses some, and what it leaves there.
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../support/eventually.js';
import { commandResults, sentCommand } from '../../../contracts/device-commands.js';
import { closeBrokers, driven, granting, line, packetsOf, publish } from './raw-bench.js';
import type { ReceivedPacket } from './raw-broker.js';
import { commandTo } from '../../../support/commands.js';

afterEach(closeBrokers);

const withWill = { ...line, availability: { topic: 'will' } };

describe('a line of two topics', () => {
  it.each([
    ['the first', '8701'],
    ['the second', '0187'],
  ])('is not connected if the broker refuses %s of them', async (_, codes) => {
    const { broker, entries, signalLines } = await driven(granting(codes), { 'sig-1': withWill });
    await eventually('it is logged', () => entries.length === 1);
    broker.send(publish('will', 'online'));
    broker.send(publish('one/state', 'ON'));
    await eventually('both have arrived', () => signalLines.value('sig-1') === true);
    expect(signalLines.connected('sig-1')).toBe(false);
  });

  it('is connected once the broker grants both, and the device is there', async () => {
    const { broker, until } = await driven(granting('0101'), { 'sig-1': withWill });
    await eventually('the topics are asked for', () => packetsOf(broker, 8).length === 1);
    broker.send(publish('will', 'online'));
    await until(true);
  });
});

it('a topic that the broker refuses is logged, and no other', async () => {
  const { entries } = await driven(granting('0187'), { 'sig-1': line, 'sig-2': { state: { topic: 'two/state' } } });
  await eventually('it is logged', () => entries.length === 1);
  expect(entries[0]).toContain('"topics":"two/state"');
});

describe('a topic that two lines have', () => {
  it('is that of both', async () => {
    const other = { state: { ...line.state, on: 'OFF', off: 'ON' } };
    const { broker, until, signalLines } = await driven(granting('01'), { 'sig-1': line, 'sig-2': other });
    await until(true);
    const values = () => ['sig-1', 'sig-2'].map((signal) => signalLines.value(signal));
    broker.send(publish('one/state', 'ON'));
    await eventually('both lines are read', () => !values().includes(null));
    expect(values()).toEqual([true, false]);
  });

  it('is kept when one of them leaves the studio file, and another line comes', async () => {
    const lines = { 'sig-1': line, 'sig-2': { ...line, command: { topic: 'two/set' } } };
    const { broker, follow, until, pass, signalLines } = await driven(granting('01'), lines);
    await until(true);
    follow({ 'sig-1': line, 'sig-3': { state: { topic: 'three' } } });
    await eventually('the new topic is asked for', () => packetsOf(broker, 8).length === 2);
    await pass(100);
    expect(packetsOf(broker, 10)).toEqual([]);
    broker.send(publish('one/state', 'ON'));
    await eventually('the line is read', () => signalLines.value('sig-1') === true);
  });
});

it('a payload beyond ASCII is recognized', async () => {
  const state = { topic: 'one/state', on: 'läuft', off: 'aus ♪' };
  const { broker, until, signalLines } = await driven(granting('01'), { 'sig-1': { state } });
  await until(true);
  for (const on of [true, false]) {
    broker.send(publish('one/state', on ? state.on : state.off));
    await eventually('the line is read', () => signalLines.value('sig-1') === on);
  }
});

it('a command that no device receives fails, and the next one is accepted by an acknowledgement without a code', async () => {
  const codes = ['10', '', '00', '10'];
  const answer = granting('01');
  const acknowledging = (packet: ReceivedPacket): string | undefined => {
    if (packet.first !== 0x32) return answer(packet);
    const at = 2 + packet.body.readUInt16BE(0);
    const acknowledged = packet.body.subarray(at, at + 2).toString('hex') + (codes.shift() ?? '');
    return `40${(acknowledged.length / 2).toString(16).padStart(2, '0')}${acknowledged}`;
  };
  const accepted = { command: line.command, confirm: 'accepted' };
  const { until, signalLines, pass } = await driven(acknowledging, { 'sig-1': accepted });
  await until(true);
  const results: unknown[] = [];
  for (const on of [true, false, true, false]) {
    const sent = sentCommand(signalLines.send(commandTo.switch('sig-1', on)));
    const confirmed = await sent.confirmed;
    if (confirmed._tag === 'Left')
      expect(confirmed.left.message).toBe('signal "sig-1": no device has subscribed to the topic "one/set"');
    results.push(await commandResults(sent), signalLines.value('sig-1'));
  }
  await pass(100);
  const [failed, done] = [
    ['device_error', 'device_error'],
    ['done', 'done'],
  ];
  expect(results).toEqual([failed, null, done, false, done, true, failed, true]);
});

it('a topic that no line has any more is unsubscribed', async () => {
  const lines = { 'sig-1': line, 'sig-2': { state: { topic: 'two/state' } } };
  const { broker, follow, until } = await driven(granting('0101'), lines);
  await until(true);
  follow({ 'sig-1': line });
  await eventually('it is unsubscribed', () => packetsOf(broker, 10).length === 1);
  expect(packetsOf(broker, 10)[0]?.body.subarray(5).toString()).toBe('two/state');
});

it('a line that the studio file changes is asked for anew, and read as it is now', async () => {
  const { broker, follow, until, signalLines } = await driven(granting('01'));
  await until(true);
  broker.send(publish('one/state', 'ON'));
  await eventually('the line is read', () => signalLines.value('sig-1') === true);
  follow({ 'sig-1': { state: { ...line.state, on: 'OFF', off: 'ON' } } });
  expect(signalLines.value('sig-1')).toBeNull();
  await eventually('its topic is asked for', () => packetsOf(broker, 8).length === 2);
  broker.send(publish('one/state', 'ON'));
  await eventually('the line is read anew', () => signalLines.value('sig-1') === false);
});
