// The published state at Debian's Mosquitto: what it keeps, what is cleared, and the last state after outages.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import type { ClipSelection } from '../../../../application/ports/players.js';
import type { StudioLayout } from '../../../../domain/studio/layout.js';
import { demoStudio } from '../../../../simulator/demo-studio.js';
import { closedAfterEach } from '../../../support/closed-after-each.js';
import { commandTo } from '../../../support/commands.js';
import { eventually } from '../../../support/eventually.js';
import { missingMosquitto, mosquitto, publish, type Mosquitto } from './mosquitto.js';
import {
  keepAt,
  keptAt,
  publishingService,
  publishingStudio,
  secrets,
  untilKept,
  type PublishingService,
} from './published-bench.js';

const closing = closedAfterEach();

const broker = async (...lines: Parameters<typeof mosquitto>): Promise<Mosquitto> => {
  const opened = await mosquitto(...lines);
  closing.push(opened.stop);
  return opened;
};

const started = async (layout: StudioLayout): Promise<PublishingService> => {
  const service = await publishingService(layout);
  closing.push(service.stop);
  return service;
};

const expectNoSecrets = (kept: ReadonlyMap<string, string>): void => {
  const text = JSON.stringify([...kept]);
  for (const secret of secrets) expect(text).not.toContain(secret);
};

const clipOf = (key: string): ClipSelection => {
  const clip = demoStudio.banks[0]?.clips.find((one) => one.key === key);
  if (clip === undefined) throw new Error(`expected a clip ${key}`);
  return { bank: 'news', clip };
};

/** Changes the on-air status, the holder, a signal, a camera and a clip. */
const changeSomething = (
  { studio, signalLines, players, cameras }: PublishingService['service'],
  change: number,
): void => {
  const on = change % 3 === 0;
  const holder = change % 5 === 0 ? 'alpha' : 'bravo';
  studio.change((state) => E.right({ ...state, status: on ? 'on_air' : 'off_air', holder }));
  signalLines.send(commandTo.switch(`sig-${String((change % 4) + 1)}`, on));
  cameras.send(commandTo.recall('cam-1', on ? 'wide' : 'close'));
  players.send(commandTo.play('out-2', on ? 'left' : 'right', clipOf(change % 2 === 0 ? 'headlines' : 'weather')));
};

/** What the API shows, as far as it is compared. */
interface Shown {
  readonly studio: { readonly status: string };
  readonly station: { readonly id: string } | null;
  readonly signals: readonly { readonly identifier: string; readonly value: boolean | null }[];
  readonly outputs: readonly {
    readonly slot: string;
    readonly tally: string;
    readonly scenes: readonly { readonly id: string; readonly clip: string | null }[];
  }[];
}

/** Waits until the broker keeps what the API shows. */
const expectSame = async (port: number, call: PublishingService['call']): Promise<void> => {
  const { studio, station, signals, outputs } = JSON.parse(await call('/state')) as Shown;
  await untilKept(port, {
    'studio-one/studio/on-air': studio.status === 'on_air' ? 'on' : 'off',
    'studio-one/station/holder': station?.id ?? 'none',
    ...Object.fromEntries(
      signals.map(({ identifier, value }) => [`studio-one/signals/${identifier}`, value === true ? 'on' : 'off']),
    ),
    ...Object.fromEntries(outputs.map(({ slot, tally }) => [`studio-one/outputs/${slot}/tally`, tally])),
    ...Object.fromEntries(
      outputs.flatMap(({ slot, scenes }) =>
        scenes.map(({ id, clip }) => [`studio-one/outputs/${slot}/scenes/${id}/clip`, clip ?? 'none']),
      ),
    ),
  });
};

const deviceTopic = 'homeassistant/device/studio-control_studio-one/config';

describe.skipIf(missingMosquitto() !== undefined)('what Mosquitto keeps', () => {
  it('@PUBLISH-2 @PUBLISH-6: is the state, and offline once the service has stopped', async () => {
    const { port } = await broker();
    const service = await started(publishingStudio(port));
    await untilKept(port, {
      'studio-one/availability': 'online',
      'studio-one/studio/on-air': 'off',
      'studio-one/outputs/main/scenes/full/clip': 'none',
      'studio-one/outputs/main/tally': 'off',
      'studio-one/active-bank': 'news',
      'studio-one/health': 'ok',
      'studio-one/alarms/open': '0',
    });
    await service.call('/studio/onair', 'POST');
    await service.call('/outputs/main/clips/3/play', 'POST');
    await service.call('/signals/red-light/on', 'POST');
    await untilKept(port, {
      'studio-one/studio/on-air': 'on',
      'studio-one/outputs/main/scenes/full/clip': 'weather',
      'studio-one/outputs/main/tally': 'program',
      'studio-one/signals/red-light': 'on',
    });
    const kept = await keptAt(port);
    expectNoSecrets(kept);
    const record = JSON.parse(kept.get('studio-one/outputs/main/record') ?? '') as {
      readonly scenes: readonly object[];
    };
    expect(record.scenes[0]).toMatchObject({
      clip: 'weather',
      endsAt: kept.get('studio-one/outputs/main/scenes/full/ends-at'),
    });
    expect(Object.keys(record.scenes[0] ?? {})).not.toContain('remainingMs');
    await service.stop();
    closing.pop();
    await untilKept(port, { 'studio-one/availability': 'offline', 'studio-one/studio/on-air': 'on' });
  });

  it('@PUBLISH-3: has nothing that a switch hides, from an earlier run or of a record that is gone, and what others publish', async () => {
    const { port } = await broker();
    const names = Array.from({ length: 3_000 }, (_, index) => `studio-one/signals/gone-${String(index)}`);
    for (const topic of [
      'studio-one/outputs/old/tally',
      'other/outputs/old/tally',
      'studio-one',
      'homeassistant/device/x/config',
    ])
      await publish(port, topic, 'program', '-r');
    await publish(port, 'studio-one/home-assistant', 'ha/device/studio-control_studio-one/config', '-r');
    await publish(port, 'ha/device/studio-control_studio-one/config', '{}', '-r');
    await keepAt(port, names);
    const layout = publishingStudio(port);
    const service = await started(layout);
    await untilKept(port, {
      'studio-one/outputs/old/tally': undefined,
      'studio-one/signals/gone-2999': undefined,
      'ha/device/studio-control_studio-one/config': undefined,
      'other/outputs/old/tally': 'program',
      'studio-one': 'program',
      'homeassistant/device/x/config': 'program',
      'studio-one/cameras/cam-1/tally': 'off',
      'studio-one/signals/red-light': 'off',
    });
    service.setReadable('cameras', false);
    service.reload({
      ...layout,
      signals: layout.signals.map((one) =>
        one.identifier === 'red-light' ? { ...one, identifier: 'rot/licht' } : one,
      ),
    });
    await untilKept(port, {
      'studio-one/cameras/cam-1/tally': undefined,
      'studio-one/cameras/cam-1/record': undefined,
      'studio-one/signals/red-light': undefined,
      'studio-one/signals/rot%2Flicht': 'off',
    });
    const kept = await keptAt(port);
    expect([...kept.keys()].filter((topic) => /camera|red-light|gone/.test(topic))).toEqual([]);
    service.setReadable('cameras', true);
    await untilKept(port, { 'studio-one/cameras/cam-1/tally': 'off' });
  });

  it('@PUBLISH-4 @PUBLISH-7: follows a new studio file: Home Assistant, another prefix, and none', async () => {
    const { port } = await broker();
    const service = await started(publishingStudio(port, { homeAssistant: {} }));
    await untilKept(port, { 'studio-one/home-assistant': deviceTopic, 'studio-one/availability': 'online' });
    expect((await keptAt(port)).get(deviceTopic)).toContain('"avty_t":"studio-one/availability"');
    service.reload(publishingStudio(port));
    await untilKept(port, { [deviceTopic]: undefined, 'studio-one/home-assistant': undefined });
    service.reload(publishingStudio(port, { prefix: 'site/two' }));
    await untilKept(port, {
      'site/two/availability': 'online',
      'studio-one/studio/on-air': undefined,
      'studio-one/availability': 'offline',
    });
    const { publish: _, ...without } = publishingStudio(port);
    service.reload(without);
    await eventually('only availability is left', async () =>
      [...(await keptAt(port)).keys()].every((topic) => topic.endsWith('/availability')),
    );
  });

  it('@PUBLISH-5: is the last state after an outage, about which one alarm reports', async () => {
    const mosquittoBroker = await broker();
    const { port } = mosquittoBroker;
    const { service, call } = await started(publishingStudio(port));
    await untilKept(port, { 'studio-one/availability': 'online' });
    await mosquittoBroker.kill();
    await call('/signals/red-light/on', 'POST');
    await eventually('there is an alarm', () => service.alarms.open().some(({ kind }) => kind === 'publish_away'));
    await mosquittoBroker.start();
    await untilKept(port, {
      'studio-one/signals/red-light': 'on',
      'studio-one/alarms/open': '0',
      'studio-one/health': 'ok',
    });
  });

  it.each(['v5', 'v3.1.1'] as const)(
    '@PUBLISH-2: is as much as the user may publish, and a warning says that it is not all: %s',
    async (protocolVersion) => {
      const { port } = await broker((folder) => {
        const file = join(folder, 'acl');
        writeFileSync(file, 'topic readwrite studio-one/signals/#\ntopic read #\n');
        return ['allow_anonymous true', `acl_file ${file}`];
      });
      const { service, call, logged } = await started(publishingStudio(port, { protocolVersion }));
      await untilKept(port, { 'studio-one/signals/red-light': 'off', 'studio-one/studio/on-air': undefined });
      await call('/signals/red-light/on', 'POST');
      await untilKept(port, { 'studio-one/signals/red-light': 'on' });
      expect(service.alarms.open()).toEqual([]);
      // MQTT 3.1.1 knows no refusal of a message.
      expect(logged('a broker refuses what is published')).toHaveLength(protocolVersion === 'v5' ? 1 : 0);
    },
  );

  it('@PUBLISH-5: is the last state also after the broker has stood still, which delays no action', async () => {
    const mosquittoBroker = await broker();
    const { port } = mosquittoBroker;
    const { service, call } = await started(publishingStudio(port));
    await untilKept(port, { 'studio-one/availability': 'online' });
    mosquittoBroker.signal('SIGSTOP');
    const beganAtMs = Date.now();
    for (let change = 0; change < 2_000; change += 1) changeSomething(service, change);
    await call('/studio/onair', 'POST');
    expect(Date.now() - beganAtMs).toBeLessThan(2_000);
    mosquittoBroker.signal('SIGCONT');
    await untilKept(port, { 'studio-one/studio/on-air': 'on', 'studio-one/availability': 'online' });
    await expectSame(port, call);
  });

  it('@PUBLISH-5 @PUBLISH-6: is the last state of 10,000 changes while the broker is killed ten times', async () => {
    const [rounds, perRound] = [10, 1_000];
    const mosquittoBroker = await broker();
    const { port } = mosquittoBroker;
    const { service, call, setReadable } = await started(publishingStudio(port, { homeAssistant: {} }));
    setReadable('cameras', false);
    for (let round = 0; round < rounds; round += 1) {
      await untilKept(port, { 'studio-one/availability': 'online' });
      for (let change = 0; change < perRound; change += 1) {
        changeSomething(service, round * perRound + change);
        if (change === perRound / 2) await mosquittoBroker.kill();
        await delay(1);
      }
      await mosquittoBroker.start();
    }
    await untilKept(port, { 'studio-one/availability': 'online', 'studio-one/alarms/open': '0' });
    await expectSame(port, call);
    const kept = await keptAt(port);
    expectNoSecrets(kept);
    expect(JSON.stringify([...kept])).not.toMatch(/camera/i);
  });
});
