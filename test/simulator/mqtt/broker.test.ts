// The simulated broker and the devices behind it, by themselves (MQTT 3.1.1, sections 3.3 and 4.7).
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { manualClock } from '../../../simulator/clock.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { SimulatedBroker } from '../../../simulator/mqtt/broker.js';
import { brokerDevices } from '../../../simulator/mqtt/devices.js';
import { matches, type Publication } from '../../../simulator/mqtt/session.js';
import { simulatedStudio } from '../../../simulator/studio.js';
import { eventually } from '../../support/eventually.js';
import { rawClient, type RawClient } from '../../adapters/drivers/face-bench.js';

it.each([
  ['a/#', 'a', true],
  ['a/#', 'a/b/c', true],
  ['a/#', 'ab', false],
  ['#', 'a', true],
  ['+/b', 'a/b', true],
  ['+', 'a/b', false],
  ['a/+', 'a', false],
])('the filter %s matches %s: %j', (filter, topic, isMatch) => {
  expect(matches(filter, topic)).toBe(isMatch);
});

const connectPacket = '101200044d5154540402003c000673656e646572';
const connackPacket = '20020000';

describe('the simulated broker', () => {
  let broker: SimulatedBroker;
  let client: RawClient;

  beforeEach(async () => {
    broker = new SimulatedBroker(() => undefined);
    client = await rawClient(await broker.listen(0, '127.0.0.1'));
  });

  afterEach(async () => {
    client.end();
    await broker.close();
  });

  const answered = async (hex: string): Promise<void> => {
    await eventually('the answers', () => client.received().length >= hex.length / 2);
    expect(client.received().toString('hex')).toBe(hex);
  };

  it.each([
    ['0003612f23010003612f6200', '0100'],
    ['0003612f62000003612f2301', '0001'],
  ])('delivers with the best quality of the subscriptions that match: %s', async (filters, granted) => {
    client.send(Buffer.from(`${connectPacket}820e0001${filters}`, 'hex'));
    await answered(`${connackPacket}90040001${granted}`);
    broker.publish({ topic: 'a/b', payload: 'x', isRetained: false });
    await answered(`${connackPacket}90040001${granted}32080003612f62000178`);
  });

  it('keeps the latest of the retained messages of a topic, and no other message', async () => {
    for (const payload of ['x', 'y']) broker.publish({ topic: 'a/b', payload, isRetained: true });
    broker.publish({ topic: 'a/b', payload: 'z', isRetained: false });
    client.send(Buffer.from(`${connectPacket}820800010003612f6200`, 'hex'));
    await answered(`${connackPacket}900300010031060003612f6279`);
  });

  it('forgets a retained message with an empty one', async () => {
    for (const payload of ['x', '']) broker.publish({ topic: 'a/b', payload, isRetained: true });
    client.send(Buffer.from(`${connectPacket}820800010003612f6200c000`, 'hex'));
    await answered(`${connackPacket}9003000100d000`);
  });
});

describe('the simulated devices behind a broker', () => {
  const opened = (lines: Readonly<Record<string, object>>) => {
    const clock = manualClock();
    const studio = simulatedStudio(demoStudio, clock);
    const published: Publication[] = [];
    const devices = brokerDevices(new Map(Object.entries(lines)), studio.signalLines, (one) => published.push(one));
    const send = (topic: string, payload: string): void => {
      void devices.handle({ topic, payload, isRetained: false });
    };
    return { clock, studio, published, send };
  };

  it('answer no question while a command is open', async () => {
    const { clock, published, send } = opened({ 'sig-1': { profile: 'tasmota', device: 'relay' } });
    const before = published.length;
    send('cmnd/relay/POWER', 'ON');
    send('cmnd/relay/POWER', '');
    expect(published.slice(before)).toEqual([]);
    await clock.advance(100);
    expect(published.at(-1)).toMatchObject({ topic: 'stat/relay/POWER', payload: 'ON' });
    const after = published.length;
    send('cmnd/relay/POWER', '');
    expect(published.length).toBeGreaterThan(after);
  });

  it.each([0, 1])('switch the relay of a Shelly that a request names: %d', async (relay) => {
    const shelly = { profile: 'shelly-gen2', device: 'shelly' };
    const { clock, studio, send } = opened({ 'sig-1': { ...shelly, relay: 0 }, 'sig-2': { ...shelly, relay: 1 } });
    send('shelly/rpc', JSON.stringify({ id: 1, src: 'me', method: 'Switch.Set', params: { id: relay, on: true } }));
    await clock.advance(100);
    expect(['sig-1', 'sig-2'].map((signal) => studio.signalLines.value(signal))).toEqual([relay === 0, relay === 1]);
  });
});
