// What a service leaves when it could not start and when it stops, and what follows its tallies.
import * as E from 'fp-ts/lib/Either.js';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SystemClock } from '../../../adapters/node/clock.js';
import type { TryRequest } from '../../../application/editing/requests.js';
import { injectCall } from '../../../features/support/in-process/inject.js';
import { startTestService } from '../../../features/support/service.js';
import { type Service, composeService } from '../../../infra/service/service.js';
import { readSettings } from '../../../infra/settings/settings.js';
import { asServiceStudio } from '../../../infra/simulated/studio.js';
import { type ManualClock, manualClock } from '../../../simulator/clock.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { type SimulatedStudio, simulatedStudio } from '../../../simulator/studio.js';
import { panel, rightOf } from '../../domain/fixtures.js';
import { listenOnLoopback } from '../../support/loopback.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import type { StudioLayout } from '../../../domain/studio/layout.js';
import { eventually } from '../../support/eventually.js';
import { reloadBench, type ReloadBench } from './reload-bench.js';

const composed = (
  folder: string,
  port: number,
  more: Readonly<Record<string, string>> = {},
  devices = simulatedStudio(demoStudio, manualClock()),
): Promise<Service> => {
  const given = {
    ...more,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    LOG_FILE: join(folder, 'test.log'),
  };
  const { settings } = rightOf(readSettings([], given));
  return composeService(settings, { studio: asServiceStudio(devices) });
};

const recorded = (folder: string): readonly string[] =>
  readdirSync(join(folder, 'audit')).flatMap(
    (name) => readFileSync(join(folder, 'audit', name), 'utf8').match(/(?<="kind":")(started|stopped)/g) ?? [],
  );

it('a start is recorded with its stop, and a start that failed not at all', async () => {
  const folder = temporaryFolder();
  const other = createServer();
  const port = await listenOnLoopback(other);
  const refused = await composed(folder, port);
  await expect(refused.start()).rejects.toThrow('PORT');
  await refused.stop();
  expect(recorded(folder)).toEqual([]);
  other.close();
  const service = await composed(folder, 0);
  await service.start();
  await service.stop();
  expect(recorded(folder)).toEqual(['started', 'stopped']);
});

it('a start with half a certificate opens no file', async () => {
  const folder = temporaryFolder();
  await expect(composed(folder, 0, { TLS_CERT: 'cert.pem' })).rejects.toThrow('TLS_KEY');
  expect(readdirSync(folder)).not.toContain('audit');
});

describe('@EDITING-24: what an editor of the studio file tries', () => {
  const signal = { ask: 'try', kind: 'signal', id: 'red-light' } as const;
  const anna = { name: 'operator:anna', isHost: false };

  it('is done as a call of the API, and recorded with the name of the editor', async () => {
    const folder = temporaryFolder();
    const studio = simulatedStudio(demoStudio, new SystemClock());
    const file = { STUDIO_EDITING: 'on', STUDIO_FILE: join(folder, 'studio.yaml') };
    writeFileSync(file.STUDIO_FILE, '');
    const service = await composed(folder, 0, file, studio);
    const ask = async (request: TryRequest) => service.editor?.ask(request, anna);
    expect(await ask({ ...signal, action: 'on' })).toEqual(E.right({ done: true }));
    expect(studio.signalLines.value('sig-1')).toBe(true);
    expect(await ask({ ...signal, id: 'lamp', action: 'on' })).toMatchObject({ left: { code: 'not_found' } });
    expect(await ask({ ...signal, action: 'play' })).toMatchObject({ left: { code: 'not_found' } });
    const { configuration } = service.access.current();
    const signals = { ...configuration.features.signals, control: false };
    service.access.apply({ ...configuration, features: { ...configuration.features, signals } });
    expect(await ask({ ...signal, action: 'off' })).toMatchObject({ left: { code: 'feature_disabled' } });
    await service.stop();
    studio.stop();
    const lines = (name: string) =>
      readdirSync(join(folder, name)).map((one) => readFileSync(join(folder, name, one), 'utf8'));
    expect(lines('as-run').join('')).toMatch(/"caller":"operator:anna"/);
    expect(
      lines('audit')
        .join('')
        .match(/"caller":"operator:anna","operation":"signal.on"/g),
    ).toHaveLength(2);
  });
});

describe('a service that is stopped', () => {
  const minuteMs = 60_000;

  /** A display that is away, because nothing listens there. */
  const displays = {
    id: 'multiviewer',
    host: '127.0.0.1',
    port: 9,
    transport: 'tcp',
    version: '5.0',
    screen: 0,
    brightness: 3,
    displays: [{ index: 0, output: 'out-1' }],
  } as const;

  let folder: string;
  let clock: ManualClock;
  let studio: SimulatedStudio;
  let service: Service;
  const logFile = () => join(folder, 'test.log');

  beforeEach(async () => {
    folder = temporaryFolder();
    clock = manualClock();
    studio = simulatedStudio({ ...demoStudio, panels: [], tally: { destinations: [displays] } }, clock);
    writeFileSync(logFile(), '');
    const environment = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder, LOG_FILE: logFile(), LOG_LEVEL: 'info' };
    service = await startTestService(asServiceStudio(studio), clock, environment);
  });
  afterEach(() => {
    studio.stop();
  });

  it('raises no alarm about a device that it lost before or after, nor about a tally display', async () => {
    const [signal] = demoStudio.signals;
    const [output] = demoStudio.outputs;
    const lose = (id = ''): void => {
      expect(E.isRight(studio.setFault(id, { type: 'offline' }))).toBe(true);
    };
    lose(signal?.id);
    await service.stop();
    lose(output?.id);
    await clock.advance(10 * minuteMs);
    expect(service.alarms.open()).toEqual([]);
  });

  it('logs no warning about tokens that expire', async () => {
    const configuration = service.access.current().configuration;
    const expiresAt = new Date(clock.now() + 10 * 24 * 60 * minuteMs).toISOString();
    service.access.apply({ ...configuration, devices: [{ ...panel, expiresAt }] });
    await service.stop();
    await clock.advance(11 * 24 * 60 * minuteMs);
    expect(readFileSync(logFile(), 'utf8')).not.toContain('expire');
  });

  it('has logged how often each call was refused', async () => {
    const call = { from: '203.0.113.9', method: 'GET', path: '/api/v2/signals' };
    for (let times = 0; times < 3; times += 1) await injectCall(service.server.node, call, service.settled).answer();
    await service.stop();
    const lines = readFileSync(logFile(), 'utf8')
      .split('\n')
      .filter((line) => line.includes('203.0.113.9'));
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/"(count|times)":2/);
  });
});

describe('what follows the tallies of a service', () => {
  const closing: (() => Promise<void> | void)[] = [];

  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  const open = async (layout?: StudioLayout): Promise<ReloadBench> => {
    const bench = await reloadBench(layout);
    closing.push(bench.close);
    return bench;
  };

  /** The demo studio, the first signal of which follows the tally of the first camera. */
  const following: StudioLayout = {
    ...demoStudio,
    panels: [],
    signals: demoStudio.signals.map((signal, at) =>
      at === 0 ? { ...signal, follows: { tally: 'program', camera: 'cam-1' } } : signal,
    ),
  };

  it('@TALLY-7: callers can not switch a signal from the reload on that makes it follow a tally, until another one ends that', async () => {
    const bench = await open();
    const statusOf = async (): Promise<number> => (await bench.call('/plain/signals/red-light/on')).status;
    expect(await statusOf()).toBe(200);
    bench.reload(following);
    expect(await statusOf()).toBe(409);
    bench.reload(demoStudio);
    expect(await statusOf()).toBe(200);
  });

  it('a service that stops ends the connection to its tally display', async () => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => void sockets.push(socket.resume().on('error', () => undefined)));
    const port = await listenOnLoopback(server);
    closing.push(() => void server.close());
    const displays = [{ index: 0, output: 'out-1' }];
    const address = { host: '127.0.0.1', port, transport: 'tcp', version: '5.0' } as const;
    const destination = { id: 'wall', ...address, screen: 1, brightness: 3, displays };
    const bench = await open({ ...demoStudio, panels: [], tally: { destinations: [destination] } });
    await eventually('the display is connected', async () => {
      await bench.advance(50);
      return sockets.length === 1;
    });
    const [socket = expect.unreachable()] = sockets;
    closing.push(() => void socket.destroy());
    await bench.close();
    closing.splice(closing.indexOf(bench.close), 1);
    await eventually('the display is disconnected', () => socket.destroyed);
  });
});
