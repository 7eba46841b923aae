// Whose message is whose behind a broker: replies to one of several lines, numbers of commands, retained messages, and refusals.
import { afterEach, expect, it } from 'vitest';
import { commandResults, sentCommand } from '../../contracts/device-commands.js';
import { eventually } from '../../support/eventually.js';
import { admitting, closeBrokers, driven, granting, line, packetsOf, publish } from './raw-bench.js';
import type { ReceivedPacket } from './raw-broker.js';

afterEach(closeBrokers);

const shelly = (device: string) => ({ profile: 'shelly-gen2', device });

const shellies = { 'sig-1': shelly('a'), 'sig-2': shelly('b') };

/** Grants every topic: each is a text with its length, and a byte of options (MQTT 5, section 3.8). */
const all = (packet: ReceivedPacket): string | undefined => {
  if (packet.first !== 0x82) return admitting(packet);
  let topics = 0;
  for (let at = 3; at < packet.body.length; at += 3 + packet.body.readUInt16BE(at)) topics += 1;
  return granting('01'.repeat(topics))(packet);
};

/** Acknowledges every command, besides what `answer` answers. */
const acknowledging =
  (answer: typeof admitting, code = '') =>
  (packet: ReceivedPacket): string | undefined => {
    if (packet.first !== 0x32) return answer(packet);
    const at = 2 + packet.body.readUInt16BE(0);
    const content = packet.body.subarray(at, at + 2).toString('hex') + code;
    return `400${String(content.length / 2)}${content}`;
  };

it('a reply is that of the line whose topic it has', async () => {
  const { broker, until, signalLines } = await driven(all, shellies, { clientId: 'x' });
  await eventually('the topics are asked for', () => packetsOf(broker, 8).length === 1);
  const asked = packetsOf(broker, 8)[0]?.body.toString();
  for (const topic of ['x/sig-1/rpc', 'x/sig-2/rpc']) expect(asked).toContain(topic);
  for (const device of ['a', 'b']) broker.send(publish(`${device}/online`, 'true'));
  await until(true);
  broker.send(publish('x/sig-2/rpc', '{"id":"status","result":{"output":true}}'));
  await eventually('it is read', () => signalLines.value('sig-2') === true);
  expect(signalLines.value('sig-1')).toBeNull();
});

it('commands of all lines have different numbers, also of one that the studio file has changed', async () => {
  const { broker, until, signalLines, follow } = await driven(acknowledging(all), shellies, { clientId: 'x' });
  const numbers = () =>
    packetsOf(broker, 3)
      .map(({ body }) => /"id":(\d+),"src"/.exec(body.toString())?.[1])
      .filter((number) => number !== undefined);
  const online = async (): Promise<void> => {
    for (const device of ['a', 'b']) broker.send(publish(`${device}/online`, 'true'));
    await until(true);
    await eventually('both are connected', () => signalLines.connected('sig-2'));
  };
  await eventually('the topics are asked for', () => packetsOf(broker, 8).length === 1);
  await online();
  for (const signal of ['sig-1', 'sig-2']) sentCommand(signalLines.switch(signal, true));
  await eventually('both commands arrive', () => numbers().length === 2);
  follow({ ...shellies, 'sig-1': { ...shelly('a'), relay: 0 } });
  await eventually('the topics are asked for again', () => packetsOf(broker, 8).length === 2);
  await online();
  sentCommand(signalLines.switch('sig-1', true));
  await eventually('the next command arrives', () => numbers().length === 3);
  expect(new Set(numbers()).size).toBe(3);
});

it('a retained message confirms nothing, and one that is not retained does', async () => {
  const { broker, until, signalLines } = await driven(acknowledging(admitting));
  await until(true);
  const sent = sentCommand(signalLines.switch('sig-1', true));
  expect((await sent.accepted)._tag).toBe('Right');
  // Bit 0 of the first byte: the broker has kept the message.
  broker.send(publish('one/state', 'ON').replace(/^30/, '31'));
  await eventually('it is read', () => signalLines.value('sig-1') === true);
  expect(await commandResults(sent)).toEqual(['done', 'pending']);
  broker.send(publish('one/state', 'ON'));
  expect((await sent.confirmed)._tag).toBe('Right');
});

it('a command that no device receives fails with the topic that none has subscribed to', async () => {
  const { until, signalLines } = await driven(acknowledging(admitting, '10'));
  await until(true);
  const sent = sentCommand(signalLines.switch('sig-1', true));
  const message = 'signal "sig-1": no device has subscribed to the topic "one/set"';
  expect(await sent.confirmed).toMatchObject({ left: { code: 'device_error', message } });
});

it('a topic that a broker of MQTT 3.1.1 refuses makes its line unconnected, and no other', async () => {
  const answer = (packet: ReceivedPacket): string | undefined => {
    if (packet.first === 0x10) return '20020000';
    return packet.first === 0x82 ? `9004${packet.body.subarray(0, 2).toString('hex')}0180` : admitting(packet);
  };
  const lines = { 'sig-1': line, 'sig-2': { state: { topic: 'two' } } };
  const { until, entries, signalLines } = await driven(answer, lines, { protocolVersion: 'v3.1.1' });
  await until(true);
  expect(signalLines.connected('sig-2')).toBe(false);
  expect(entries).toEqual(['a broker refused topics {"connection":"equipment","topics":"two"}']);
});

it('a broker that receives no commands is given up, and the log has the reason', async () => {
  const { entries, signalLines } = await driven(({ first }) => (first === 0x10 ? '2006000003210000' : undefined));
  await eventually('it is logged', () => entries.length === 1);
  expect(entries[0]).toContain('the broker receives no commands (receive maximum 0)');
  expect(signalLines.connected('sig-1')).toBe(false);
});
