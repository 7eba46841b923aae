// What is published, when, and what a new studio file, a lost broker and a stop do.
import { describe, expect, it } from 'vitest';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { closedAfterEach } from '../../support/closed-after-each.js';
import { publishBench, section } from './publish-bench.js';

const closing = closedAfterEach();

const opened = async (...first: Parameters<typeof publishBench>) => {
  const bench = await publishBench(...first);
  closing.push(bench.service.close, bench.stop);
  return bench;
};

const deviceTopic = 'homeassistant/device/studio-control_studio-one/config';

const componentsIn = (payload = '{}'): Readonly<Record<string, object>> =>
  (JSON.parse(payload) as { readonly cmps: Readonly<Record<string, object>> }).cmps;

describe('@PUBLISH-2: while the broker is connected', () => {
  it('changes at the same time are published once, and what has not changed is not', async () => {
    const { connect, published, service, clock } = await opened();
    connect();
    published.splice(0);
    for (const path of ['/studio/onair', '/studio/offair', '/studio/onair']) await service.call(path);
    await clock.advance(20);
    expect(published.toSorted()).toEqual(['studio-one/studio/on-air', 'studio-one/studio/record']);
    await service.advance(60_000);
    await clock.advance(60_000);
    expect(published).toHaveLength(2);
  });

  it('the automations are those of the holder', async () => {
    const { connect, kept, service, clock } = await opened();
    connect();
    const shown = () => [...kept.keys()].filter((topic) => /automations\/.*\/state/.test(topic)).length;
    expect(shown()).toBe(demoStudio.automations.filter(({ station }) => station === demoStudio.holder).length);
    await service.call('/station/release');
    await service.call('/stations/bravo/take');
    await clock.advance(20);
    expect(kept.get('studio-one/station/holder')).toBe('bravo');
    expect(shown()).toBe(demoStudio.automations.filter(({ station }) => station === 'bravo').length);
  });

  it('an alarm has topics until it is over', async () => {
    const { connect, kept, alarms, clock } = await opened();
    connect();
    alarms.raise('signal_away', 'a/b', 'it is away');
    await clock.advance(20);
    expect([...kept].filter(([topic]) => /alarms|health/.test(topic) && !topic.endsWith('record'))).toEqual([
      ['studio-one/alarms/open', '1'],
      ['studio-one/health', 'degraded'],
      ['studio-one/alarms/signal_away/a%2Fb', 'it is away'],
    ]);
    alarms.clear('signal_away', 'a/b');
    await clock.advance(20);
    expect(kept.get('studio-one/health')).toBe('ok');
    expect(kept.has('studio-one/alarms/signal_away/a%2Fb')).toBe(false);
  });

  it('a record that is too long is left out, which is logged once', async () => {
    const { connect, kept, alarms, clock, log } = await opened();
    connect();
    for (const message of ['é'.repeat(30_001), 'é'.repeat(30_002)]) {
      alarms.raise('macro_failed', 'mac-1', message);
      await clock.advance(20);
    }
    expect(kept.get('studio-one/alarms/open')).toBe('1');
    expect(kept.has('studio-one/alarms/macro_failed/mac-1')).toBe(false);
    expect(log.lines.filter((line) => line.includes('too long'))).toHaveLength(1);
  });
});

it('@PUBLISH-3: an access configuration that hides everything leaves nothing', async () => {
  const { connect, kept, service, clock } = await opened({ homeAssistant: {} });
  connect();
  const { access } = service.service;
  const { configuration } = access.current();
  const hidden = Object.fromEntries(
    Object.keys(configuration.features).map((name) => [name, { read: false, control: false }]),
  );
  access.apply({ ...configuration, features: hidden as typeof configuration.features });
  await clock.advance(20);
  expect([...kept.keys()]).toEqual(['studio-one/home-assistant', deviceTopic]);
  await clock.advance(10_020);
  expect(componentsIn(kept.get(deviceTopic))).toEqual({});
});

it('@PUBLISH-3: what the broker keeps is asked for on each connection, until it has sent everything', async () => {
  const { connect, lose, clients, clock } = await opened({ homeAssistant: { discoveryPrefix: 'ha' } });
  const own = ['studio-one/#', 'ha/device/studio-control_studio-one/config'];
  for (const again of [1, 2]) {
    connect();
    expect([again, clients[0]?.read]).toEqual([again, own]);
    await clock.advance(2_000);
    expect(clients[0]?.read).toEqual([]);
    lose();
  }
});

it('@PUBLISH-4: Home Assistant is asked to remove what there is no more, also of an earlier run, and is not reminded', async () => {
  const { connect, kept, service, clock } = await opened({ homeAssistant: {} });
  kept.set(deviceTopic, JSON.stringify({ cmps: { earlier: { p: 'sensor', name: 'x' }, broken: 1 } }));
  connect();
  await clock.advance(20);
  expect(componentsIn(kept.get(deviceTopic))['earlier']).toEqual({ p: 'sensor' });
  await clock.advance(10_020);
  service.reload({ ...demoStudio, signals: demoStudio.signals.slice(1) });
  await clock.advance(20);
  const components = componentsIn(kept.get(deviceTopic));
  expect(components['earlier']).toBeUndefined();
  expect(components['signals_2Fred-light']).toEqual({ p: 'binary_sensor' });
  await clock.advance(10_020);
  expect(componentsIn(kept.get(deviceTopic))['signals_2Fred-light']).toBeUndefined();
});

describe('@PUBLISH-5: a broker that is away', () => {
  it('raises an alarm after 5 s, once, until it is back', async () => {
    const { connect, lose, clock, kinds } = await opened();
    await clock.advance(4_999);
    expect(kinds()).toEqual([]);
    await clock.advance(60_000);
    expect(kinds()).toEqual(['publish_away']);
    connect();
    expect(kinds()).toEqual([]);
    lose();
    await clock.advance(4_000);
    connect();
    await clock.advance(60_000);
    expect(kinds()).toEqual([]);
  });

  it('costs nothing: the state is read again when it is back', async () => {
    const { connect, lose, published, kept, service, clock } = await opened();
    connect();
    lose();
    published.splice(0);
    await service.call('/studio/onair');
    await clock.advance(1_000);
    expect(published).toEqual([]);
    connect();
    expect(kept.get('studio-one/studio/on-air')).toBe('on');
  });
});

describe('@PUBLISH-7: a new studio file', () => {
  it.each([
    ['another password', { passwordFile: '/password' }, 'studio-one/studio/on-air', ['studio-one/availability']],
    ['another prefix', { prefix: 'two' }, 'two/studio/on-air', ['studio-one/availability', 'two/availability']],
  ])('with %s opens another client', async (_, change, topic, offline) => {
    const { connect, kept, clients, clock, follow, stop } = await opened();
    connect();
    follow({ ...section, ...change });
    // The new client waits for the end of the old one, whose id it may have.
    expect(clients).toHaveLength(1);
    await clock.advance(20);
    connect();
    expect(clients).toHaveLength(2);
    expect(clients[1]?.address.clientId).toBe(`studio-control_${topic.split('/')[0] ?? ''}`);
    expect(kept.get(topic)).toBe('off');
    await stop();
    expect([...kept].filter(([, payload]) => payload === 'offline').map(([own]) => own)).toEqual(offline);
    expect(kept.has('studio-one/studio/on-air')).toBe(topic.startsWith('studio-one'));
  });

  it('without the section clears its topics and its alarm; a broker that is away keeps it from nothing', async () => {
    const { kept, clock, follow, kinds, connect } = await opened();
    await clock.advance(5_000);
    follow(undefined);
    await clock.advance(60_000);
    expect([kinds(), [...kept.keys()]]).toEqual([[], ['studio-one/availability']]);
    follow(section);
    await clock.advance(20);
    connect();
    expect(kept.get('studio-one/studio/on-air')).toBe('off');
    follow(undefined);
    await clock.advance(20);
    expect([...kept.keys()]).toEqual(['studio-one/availability']);
  });
});

it('@PUBLISH-6: nothing is published below a prefix that contains the serverId', async () => {
  const { clients, follow, log } = await opened({ prefix: `site/${demoStudio.serverId}` });
  expect(clients).toEqual([]);
  expect(log.lines.join()).toContain('the state is not published');
  expect(log.lines.join()).not.toContain(demoStudio.serverId);
  follow(section);
  expect(clients).toHaveLength(1);
});
