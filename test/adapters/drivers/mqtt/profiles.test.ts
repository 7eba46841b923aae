// What the topics of each profile mean: what is subscribed and sent for a relay, and what each of its messages reports.
import { describe, expect, it } from 'vitest';
import type { LineReport, LineTopics } from '../../../../adapters/drivers/mqtt/line-topics.js';
import { lineTopics } from '../../../../adapters/drivers/mqtt/profiles.js';
import type { BrokerLine } from '../../../../adapters/drivers/mqtt/settings.js';

const replyTo = 'client/sig-1';

const topicsOf = (line: BrokerLine): LineTopics => lineTopics(line, { replyTo });

const value = (on: boolean): LineReport => ({ type: 'value', on });
const available = (online: boolean): LineReport => ({ type: 'availability', online });
const rpc = (id: number | string, method: string, params: object): string =>
  JSON.stringify({ id, src: replyTo, method, params });

/** A line, and what is sent to it: on with the command's number 7, off, and the question. */
interface Sending {
  readonly name: string;
  readonly line: BrokerLine;
  readonly on: readonly [string, string];
  readonly off: readonly [string, string];
  readonly query: readonly [string, string] | undefined;
}

const gen2 = (relay: number) => ({
  on: ['one/rpc', rpc(7, 'Switch.Set', { id: relay, on: true })] as const,
  off: ['one/rpc', rpc(7, 'Switch.Set', { id: relay, on: false })] as const,
  query: ['one/rpc', rpc('status', 'Switch.GetStatus', { id: relay })] as const,
});

const own = { state: { topic: 's' }, command: { topic: 'c' } } as const;

const sendings: readonly Sending[] = [
  ...[undefined, 0, 2].map((relay): Sending => {
    const command = `shellies/one/relay/${String(relay ?? 0)}/command`;
    return {
      name: `a Shelly of the first generation, relay ${String(relay)}`,
      line: { profile: 'shelly-gen1', device: 'one', ...(relay !== undefined && { relay }) },
      on: [command, 'on'],
      off: [command, 'off'],
      query: ['shellies/one/command', 'update'],
    };
  }),
  { name: 'a Shelly', line: { profile: 'shelly-gen2', device: 'one' }, ...gen2(0) },
  { name: 'the relay 3 of a Shelly', line: { profile: 'shelly-gen2', device: 'one', relay: 3 }, ...gen2(3) },
  ...(['', '2'] as const).map((relay): Sending => ({
    name: `Tasmota ${relay}`,
    line: { profile: 'tasmota', device: 'one', ...(relay !== '' && { relay: Number(relay) }) },
    on: [`cmnd/one/POWER${relay}`, 'ON'],
    off: [`cmnd/one/POWER${relay}`, 'OFF'],
    query: [`cmnd/one/POWER${relay}`, ''],
  })),
  {
    name: 'Home Assistant',
    line: { profile: 'home-assistant', device: 'ha/one' },
    on: ['ha/one/set', 'ON'],
    off: ['ha/one/set', 'OFF'],
    query: undefined,
  },
  {
    name: 'Home Assistant, JSON',
    line: { profile: 'home-assistant-json', device: 'ha/one' },
    on: ['ha/one/set', '{"state":"ON"}'],
    off: ['ha/one/set', '{"state":"OFF"}'],
    query: undefined,
  },
  { name: 'topics of its own', line: own, on: ['c', 'ON'], off: ['c', 'OFF'], query: undefined },
  {
    name: 'topics and payloads of its own',
    line: { ...own, command: { topic: 'c', on: '1', off: '0' }, query: { topic: 'q' } },
    on: ['c', '1'],
    off: ['c', '0'],
    query: ['q', ''],
  },
];

describe('what is sent', () => {
  it.each(sendings)('to $name', ({ line, on, off, query }) => {
    const { command, query: question } = topicsOf(line);
    const sent = [command?.(true, 7), command?.(false, 7), question].map((one) => one && [one.topic, one.payload]);
    expect(sent).toEqual([on, off, query]);
  });
});

const shelly1 = { profile: 'shelly-gen1', device: 'one', relay: 1 } as const;
const shelly2 = { profile: 'shelly-gen2', device: 'one', relay: 1 } as const;
const tasmota = { profile: 'tasmota', device: 'one', relay: 2 } as const;
const event = (output: unknown) =>
  JSON.stringify({ params: { 'switch:1': { output }, 'switch:0': { output: !output } } });
const withPath: BrokerLine = {
  ...own,
  state: { topic: 's', path: '/relay/on', on: 'true', off: 'false' },
  availability: { topic: 's', path: '/link', online: 'up', offline: 'down' },
};

/** A line, and what it takes from messages: topic, payload, and the report. */
const readings: readonly (readonly [string, BrokerLine, string, string, LineReport | undefined])[] = [
  ['on', shelly1, 'shellies/one/relay/1', 'on', value(true)],
  ['off', shelly1, 'shellies/one/relay/1', 'off', value(false)],
  ['its own protection', shelly1, 'shellies/one/relay/1', 'overpower', value(false)],
  ['another relay', shelly1, 'shellies/one/relay/0', 'on', undefined],
  ['letters of another case', shelly1, 'shellies/one/relay/1', 'ON', undefined],
  ['online', shelly1, 'shellies/one/online', 'true', available(true)],
  ['offline', shelly1, 'shellies/one/online', 'false', available(false)],
  ['on', shelly2, 'one/events/rpc', event(true), value(true)],
  ['off', shelly2, 'one/events/rpc', event(false), value(false)],
  ['an event of another relay', shelly2, 'one/events/rpc', '{"params":{"switch:0":{"output":true}}}', undefined],
  ['its status', shelly2, 'one/status/switch:1', '{"output":true}', value(true)],
  ['the status of another relay', shelly2, 'one/status/switch:0', '{"output":true}', undefined],
  ['offline', shelly2, 'one/online', 'false', available(false)],
  ['an answer', shelly2, `${replyTo}/rpc`, '{"id":"status","result":{"output":false}}', value(false)],
  ['an acceptance', shelly2, `${replyTo}/rpc`, '{"id":3,"result":{}}', { type: 'accepted', command: 3 }],
  [
    'a refusal',
    shelly2,
    `${replyTo}/rpc`,
    '{"id":3,"error":{"message":"too hot"}}',
    { type: 'refused', command: 3, reason: 'the device refused: too hot' },
  ],
  [
    'a refusal without a reason',
    shelly2,
    `${replyTo}/rpc`,
    '{"id":3,"error":{}}',
    { type: 'refused', command: 3, reason: 'the device refused: it gives no reason' },
  ],
  ['a refused question', shelly2, `${replyTo}/rpc`, '{"id":"status","error":{"message":"no"}}', undefined],
  ['the answer to another client', shelly2, 'other/rpc', '{"id":3,"result":{}}', undefined],
  ['on', tasmota, 'stat/one/POWER2', 'ON', value(true)],
  ['another relay', tasmota, 'stat/one/POWER1', 'ON', undefined],
  ['a result', tasmota, 'stat/one/RESULT', '{"POWER2":"ON"}', undefined],
  ...['Unknown', 'Error'].map(
    (refusal) =>
      [
        refusal,
        tasmota,
        'stat/one/RESULT',
        JSON.stringify({ Command: refusal }),
        { type: 'refused', command: undefined, reason: `the device refused: it replied ${refusal}` },
      ] as const,
  ),
  ['its last will', tasmota, 'tele/one/LWT', 'Offline', available(false)],
  ['its return', tasmota, 'tele/one/LWT', 'Online', available(true)],
  ['JSON', { profile: 'home-assistant-json', device: 'ha' }, 'ha/state', '{"state":"ON"}', value(true)],
  ['text instead of JSON', { profile: 'home-assistant-json', device: 'ha' }, 'ha/state', 'ON', undefined],
  ['text', { profile: 'home-assistant', device: 'ha' }, 'ha/state', 'OFF', value(false)],
  ['the default payload', own, 's', 'ON', value(true)],
  ['a payload that is neither', own, 's', 'on', undefined],
  ['a command', own, 'c', 'ON', undefined],
  ['a value at its place', withPath, 's', '{"relay":{"on":true}}', value(true)],
  ['another report on the same topic', withPath, 's', '{"link":"down"}', available(false)],
  ['a value and a report in one message', withPath, 's', '{"relay":{"on":false},"link":"up"}', value(false)],
  ['the default words', { ...own, availability: { topic: 'a' } }, 'a', 'online', available(true)],
];

describe('what is received', () => {
  it.each(readings)('%s (%o, %s, %s)', (_, line, topic, payload, report) => {
    const { read, topics } = topicsOf(line);
    expect(read(topic, payload)).toEqual(report);
    if (report !== undefined) expect(topics).toContain(topic);
  });
});

it('a line without a command has none, and one without a state is confirmed by its acceptance', () => {
  expect(topicsOf({ state: { topic: 's' } }).command).toBeUndefined();
  const accepted = topicsOf({ command: { topic: 'c' }, confirm: 'accepted' });
  expect([accepted.confirmedBy, accepted.acceptedBy, accepted.topics]).toEqual(['acceptance', 'broker', []]);
  const lines = [shelly1, shelly2, tasmota, own].map(topicsOf);
  expect(lines.map(({ confirmedBy }) => confirmedBy)).toEqual(['state', 'state', 'state', 'state']);
  expect(lines.map(({ acceptedBy }) => acceptedBy)).toEqual(['broker', 'device', 'broker', 'broker']);
  expect(lines.map(({ hasAvailability }) => hasAvailability)).toEqual([true, true, true, false]);
});
