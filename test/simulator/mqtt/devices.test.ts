// What the simulated devices behind a broker publish and answer, by the documents of their makers: every message, with its flag.
import { describe, expect, it } from 'vitest';
import { manualClock } from '../../../simulator/clock.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { brokerDevices } from '../../../simulator/mqtt/devices.js';
import type { Publication } from '../../../simulator/mqtt/session.js';
import { simulatedStudio } from '../../../simulator/studio.js';
import { commandTo } from '../../support/commands.js';

/** Opens devices, and returns what they publish: `topic payload`, with `retained` if the broker keeps it. */
const opened = (lines: Readonly<Record<string, object>>) => {
  const clock = manualClock();
  const studio = simulatedStudio(demoStudio, clock);
  let published: Publication[] = [];
  const devices = brokerDevices(new Map(Object.entries(lines)), studio.signalLines, (one) => published.push(one));
  return {
    clock,
    studio,
    send: (topic: string, payload: string) => devices.handle({ topic, payload, isRetained: false }),
    published: (): readonly string[] => {
      const shown = published.map(
        ({ topic, payload, isRetained }) => `${topic} ${payload}${isRetained ? ' retained' : ''}`,
      );
      published = [];
      return shown;
    },
  };
};

const own = {
  state: { topic: 'lamp/state', on: '1', off: '0', path: '/out' },
  command: { topic: 'lamp/set', on: '1', off: '0' },
  query: { topic: 'lamp/get' },
  availability: { topic: 'lamp/there' },
};

const rpc = (method: string, params: object) => JSON.stringify({ id: 7, src: 'me', method, params });
const reply = (body: object) => `me/rpc ${JSON.stringify({ id: 7, src: 'shelly', dst: 'me', ...body })}`;
const notice = (output: boolean) => {
  const params = { ts: 1_700_000_000, 'switch:1': { id: 1, source: 'MQTT', output } };
  return `shelly/events/rpc ${JSON.stringify({ src: 'shelly', dst: 'shelly/events', method: 'NotifyStatus', params })}`;
};

interface Profile {
  readonly line: object;
  readonly off: readonly string[];
  readonly on: readonly string[];
  /** A command, and what the device itself answers to it at first, to its repetition, and when it refuses it. */
  readonly command: readonly [topic: string, payload: string];
  readonly answers: readonly (readonly string[])[];
  /** A question, and a message to the same topic that is none. */
  readonly query?: readonly [topic: string, payload: string, other: string];
  readonly queried?: readonly string[];
  readonly online: string;
  readonly offline: string;
  /** Why the broker refuses what the device refuses: devices that answer by themselves leave it to their answer. */
  readonly reason: number;
}

const profiles: Readonly<Record<string, Profile>> = {
  'topics of its own': {
    line: own,
    off: ['lamp/state {"out":0} retained'],
    on: ['lamp/state {"out":1} retained'],
    command: ['lamp/set', '1'],
    answers: [[], [], []],
    query: ['lamp/get', '', ''],
    queried: ['lamp/state {"out":1} retained'],
    online: 'lamp/there online retained',
    offline: 'lamp/there offline retained',
    reason: 0x83,
  },
  'Shelly, first generation': {
    line: { profile: 'shelly-gen1', device: 'shelly', relay: 1 },
    off: ['shellies/shelly/relay/1 off'],
    on: ['shellies/shelly/relay/1 on'],
    command: ['shellies/shelly/relay/1/command', 'on'],
    answers: [[], [], []],
    query: ['shellies/shelly/command', 'update', 'announce'],
    queried: ['shellies/shelly/relay/1 on'],
    online: 'shellies/shelly/online true retained',
    offline: 'shellies/shelly/online false retained',
    reason: 0x83,
  },
  'Shelly, second generation': {
    line: { profile: 'shelly-gen2', device: 'shelly', relay: 1 },
    off: [notice(false)],
    on: [notice(true)],
    command: ['shelly/rpc', rpc('Switch.Set', { id: 1, on: true })],
    answers: [
      [reply({ result: { was_on: false } })],
      [reply({ result: { was_on: true } })],
      [reply({ error: { code: -114, message: 'Resource unavailable: overtemperature' } })],
    ],
    query: ['shelly/rpc', rpc('Switch.GetStatus', { id: 1 }), rpc('Switch.GetStatus', { id: 0 })],
    queried: [reply({ result: { id: 1, source: 'MQTT', output: true } })],
    online: 'shelly/online true retained',
    offline: 'shelly/online false retained',
    reason: 0,
  },
  Tasmota: {
    line: { profile: 'tasmota', device: 'relay', relay: 1 },
    off: ['stat/relay/RESULT {"POWER1":"OFF"}', 'stat/relay/POWER1 OFF'],
    on: ['stat/relay/RESULT {"POWER1":"ON"}', 'stat/relay/POWER1 ON'],
    command: ['cmnd/relay/POWER1', 'ON'],
    answers: [[], [], ['stat/relay/RESULT {"Command":"Error"}']],
    query: ['cmnd/relay/POWER1', '', 'NONSENSE'],
    queried: ['stat/relay/RESULT {"POWER1":"ON"}', 'stat/relay/POWER1 ON'],
    online: 'tele/relay/LWT Online retained',
    offline: 'tele/relay/LWT Offline retained',
    reason: 0,
  },
};

describe.each(Object.entries(profiles))('a simulated device: %s', (_name, profile) => {
  const { line, off, on, command, answers, query, queried = [], online, offline, reason } = profile;
  const [accepted = [], repeated = [], refused = []] = answers;

  it('shows that it is there and its state at first, and each change', async () => {
    const { clock, studio, send, published } = opened({ 'sig-1': line });
    expect(published()).toEqual([online, ...off]);
    void send(...command);
    await clock.advance(100);
    expect(published()).toEqual([...accepted, ...on]);
    void send(...command);
    await clock.advance(100);
    expect(published()).toEqual([...repeated, ...on]);
    studio.setFault('sig-1', { type: 'offline' });
    expect(published()).toEqual([offline]);
    studio.setFault('sig-1', null);
    expect(published()[0]).toBe(online);
  });

  it('answers a question, and no other message', async () => {
    const { clock, studio, send, published } = opened({ 'sig-1': line });
    void studio.signalLines.send(commandTo.switch('sig-1', true));
    await clock.advance(100);
    published();
    const [topic = '', payload = '', other = ''] = query ?? [];
    expect([send(topic, payload), published()]).toEqual([0, queried]);
    if (other !== payload) expect([send(topic, other), published()]).toEqual([undefined, []]);
    expect([send('elsewhere', payload), published()]).toEqual([undefined, []]);
    studio.setFault('sig-1', { type: 'offline' });
    published();
    expect([send(topic, payload), published()]).toEqual([0, []]);
  });

  it('refuses by its own answer, or by that of the broker', async () => {
    const { clock, studio, send, published } = opened({ 'sig-1': line });
    studio.setFault('sig-1', { type: 'refused' });
    published();
    const answered = Promise.resolve(send(...command));
    await clock.advance(100);
    expect([await answered, published()]).toEqual([reason, refused]);
  });

  it('that goes away with a command answers it no more', async () => {
    const { clock, studio, send, published } = opened({ 'sig-1': line });
    published();
    void send(...command);
    studio.setFault('sig-1', { type: 'offline' });
    await clock.advance(100);
    expect(published()).toEqual([offline]);
  });
});

it('each of several devices behind a broker takes its own messages, and reports its own changes', async () => {
  const second = { state: { topic: 'second/state' }, command: { topic: 'second/set' } };
  const { clock, studio, send, published } = opened({ 'sig-1': own, 'sig-2': second });
  published();
  void send('second/set', 'ON');
  await clock.advance(100);
  expect(published()).toEqual(['second/state ON retained']);
  expect(['sig-1', 'sig-2'].map((signal) => studio.signalLines.value(signal))).toEqual([false, true]);
});

it.each([
  ['/a~1b/c~0d', '1', '{"a/b":{"c~d":1}}'],
  ['/out', '00', '{"out":"00"}'],
  ['/out', '12345678901234567890', '{"out":"12345678901234567890"}'],
  ['/out', 'false', '{"out":false}'],
])('a state at %s that is %s is published as %s', (path, off, payload) => {
  const { published } = opened({ 'sig-1': { state: { topic: 'lamp', path, off } } });
  expect(published()).toEqual([`lamp ${payload} retained`]);
});
