// The service while it is restarted: what its callers, the steering and the stream see while it is down, and afterwards.
import 'reflect-metadata';
import * as E from 'fp-ts/lib/Either.js';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HttpServer } from '../../../adapters/http/server/server.js';
import { lockFile, lockIn } from '../../../adapters/storage/lock-file.js';
import { startServicePart } from '../../../infra/command-line/parts.js';
import { type Settings, readSettings } from '../../../infra/settings/settings.js';
import { simulatorServer } from '../../../infra/simulated/page.js';
import { all } from '../../../infra/simulated/parts.js';
import { presetAccess } from '../../../infra/simulated/preset-access.js';
import { type RestartableService, passOn, restartableService } from '../../../infra/simulated/restartable-service.js';
import { asServiceStudio } from '../../../infra/simulated/studio.js';
import { batchMs } from '../../../simulator/api/event-feed.js';
import { steeredStudio } from '../../../simulator/api/steering.js';
import { type SteeringClient, type Transport, steeringClient } from '../../../simulator/client/steering-client.js';
import { type ManualClock, manualClock, manualEpochMs } from '../../../simulator/clock.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { type SteeredClock, simulationClock } from '../../../simulator/simulation-clock.js';
import { type SimulatedStudio, simulatedStudio } from '../../../simulator/studio.js';
import { memoryLog } from '../../application/console/readable-log.js';
import { rightOf } from '../../domain/fixtures.js';
import { checkedCalls, openApi } from '../../simulator/api-bench.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

describe('the service while it is restarted', () => {
  const headline = { path: '/api/v2/plain/variables/Headline' };

  let folder: string;
  let real: ManualClock;
  let clock: SteeredClock;
  let studio: SimulatedStudio;
  let port: number;
  let restartable: RestartableService;
  let server: HttpServer;
  /** How many services were started, and which of them were stopped and reloaded, by their numbers from 1. */
  let done: { readonly starts: number; readonly stopped: number[]; readonly reloaded: number[] };
  let send: Transport;
  let client: SteeringClient;

  /** Starts the service on the port that it had before; a free one at first. */
  const start = async () => {
    const environment = { PORT: String(port), HOST: '127.0.0.1', DATA_DIR: folder, LOG_LEVEL: 'error' };
    const { settings } = rightOf(readSettings([], environment));
    const started = await startServicePart(settings, { studio: asServiceStudio(studio), clock });
    ({ port } = started.service.server.node.address() as AddressInfo);
    presetAccess(started.service, settings, clock);
    const number = done.starts + 1;
    done = { ...done, starts: number };
    return {
      ...started,
      reload: () => void done.reloaded.push(number),
      stop: () => {
        done.stopped.push(number);
        return started.stop();
      },
    };
  };

  beforeEach(async () => {
    folder = temporaryFolder();
    port = 0;
    done = { starts: 0, stopped: [], reloaded: [] };
    real = manualClock();
    clock = simulationClock({ real, startMs: manualEpochMs, paused: false });
    studio = simulatedStudio(demoStudio, clock);
    restartable = await restartableService({ start, pass: passOn(clock) });
    server = await simulatorServer({ studio, clock, log: memoryLog(), names: [], service: restartable.observed });
    const url = `http://127.0.0.1:${String((await server.listen(0, '127.0.0.1')).port)}`;
    send = checkedCalls(url);
    client = steeringClient(send);
  });
  afterEach(async () => {
    await restartable.stop();
    await server.close(0);
    studio.stop();
  });

  const restart = (downMs: number) =>
    send({ method: 'POST', path: '/api/v1/service/restart', body: JSON.stringify({ downMs }) });
  const isDown = (): Promise<void> => expect.poll(() => restartable.observed.read()).toBeNull();
  const conflict = (message: string) => ({
    status: 409,
    body: expect.stringMatching(new RegExp(`"conflict".*${message}`)) as string,
  });

  describe('@ALARM-7: a service whose paused clock is advanced during a write', () => {
    it('raises no alarm: the disk takes real time', async () => {
      await clock.setMode({ paused: true, speed: 1 });
      const { observed } = restartable;
      const kinds = new Set<string>();
      let change = (): void => undefined;
      observed.watch(() => {
        for (const { kind } of observed.read()?.alarms ?? []) kinds.add(kind);
        change();
      });
      for (const text of ['One', 'Two', 'Three']) {
        const changed = new Promise<void>((resolve) => {
          change = resolve;
        });
        const call = client.makeCall({ path: `/api/v2/plain/variables/Headline/set?value=${text}` });
        await changed;
        await clock.advance(20_000);
        await call;
      }
      expect([...kinds]).toEqual([]);
    });
  });

  describe('@REPLAY-5: a service that is restarted', () => {
    it('refuses calls and stations as long as it is down', async () => {
      const answer = restart(2_500);
      await isDown();
      await real.advance(2_499);
      expect(await client.makeCall(headline)).toMatchObject([{ outcome: 'failed', status: null }]);
      await expect(client.hold('bravo')).rejects.toMatchObject({ code: 'conflict' });
      expect(restartable.observed.read()).toBeNull();
      await real.advance(1);
      expect(await answer).toMatchObject({ status: 200 });
      expect(await client.makeCall(headline)).toMatchObject([{ status: 200 }]);
    });

    it('advances a paused clock by the time that it is down', async () => {
      await clock.setMode({ paused: true, speed: 1 });
      expect(await restart(2_500)).toMatchObject({ status: 200 });
      expect(clock.now()).toBe(manualEpochMs + 2_500);
    });

    it('is followed by the stream, which shows its changes', async () => {
      const feedTime = manualClock();
      const { feed } = steeredStudio(studio, clock, { real: feedTime, log: memoryLog() }, restartable.observed);
      const messages: object[] = [];
      feed.subscribe(undefined, ({ data }) => messages.push(data));
      const answer = restart(100);
      await isDown();
      await feedTime.advance(batchMs);
      expect(messages.at(-1)).toMatchObject({ service: null });
      await real.advance(100);
      await answer;
      await feedTime.advance(batchMs);
      expect(messages.at(-1)).toMatchObject({ service: { url: restartable.observed.url } });
      await client.makeCall({ path: '/api/v2/variables/Headline/set?value=Back' });
      await feedTime.advance(batchMs);
      expect(messages.at(-1)).toMatchObject({ service: { variables: [{ value: 'Back' }, {}, {}, {}, {}] } });
    });

    it.each([false, true])('stays down if the program stops meanwhile; the clock is paused: %s', async (paused) => {
      const answer = restart(3_600_000);
      await isDown();
      await clock.setMode({ paused, speed: 1 });
      await restartable.stop();
      expect(await answer).toMatchObject(conflict('the program is stopping'));
      expect(await restart(0)).toMatchObject(conflict('the program is stopping'));
      expect(restartable.observed.read()).toBeNull();
    });

    it('names the port that another program has taken, and starts once it is free', async () => {
      const answer = restart(100);
      await isDown();
      const other = createServer().listen(port, '127.0.0.1');
      await once(other, 'listening');
      await real.advance(100);
      expect(await answer).toMatchObject(conflict(`PORT: 127.0.0.1 port ${String(port)} is taken by another program`));
      expect(restartable.observed.read()).toBeNull();
      lockFile(lockIn(join(folder, 'service')), 'in use')();
      restartable.reload?.();
      await new Promise((closed) => other.close(closed));
      await clock.setMode({ paused: true, speed: 1 });
      expect(await restart(0)).toMatchObject({ status: 200 });
      expect(await client.makeCall(headline)).toMatchObject([{ status: 200 }]);
      restartable.reload?.();
      // Nothing is done to a service that is stopped already.
      expect(done).toEqual({ starts: 2, stopped: [1], reloaded: [2] });
    });
  });
});

const settingsIn = (folder: string): Settings => {
  const ports = { PORT: '0', CONSOLE_PORT: '0', SIMULATOR_PORT: '0' };
  const read = readSettings([], { ...ports, HOST: '127.0.0.1', DATA_DIR: folder, LOG_LEVEL: 'error' });
  if (E.isLeft(read)) throw new Error(read.left);
  return read.right.settings;
};

it('@REPLAY-5: a restarted service has its data and its port', { timeout: 60_000 }, async () => {
  const folder = temporaryFolder();
  const part = await all(settingsIn(folder));
  const urlOf = (name: string): string =>
    /http\S+/.exec(part.lines.find((line) => line.startsWith(name)) ?? '')?.[0] ?? '';
  await fetch(`${urlOf('service')}/variables/Headline/set?value=Hello`);
  const restarted = await fetch(`${urlOf('simulator')}/api/v1/service/restart`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"downMs":200}',
  });
  expect(restarted.status).toBe(200);
  expect(await (await fetch(`${urlOf('service')}/plain/variables/Headline`)).text()).toBe('Hello');
  await part.stop();
});

it('@REPLAY-5: a service in another process is not restarted', async () => {
  const { call, close } = await openApi();
  const { status, body } = await call({ method: 'POST', path: '/api/v1/service/restart', body: '{}' });
  await close();
  expect([status, body]).toEqual([409, expect.stringContaining('the service runs in another process')]);
});
