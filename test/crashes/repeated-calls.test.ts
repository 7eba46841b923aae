// Calls that are repeated after the service has ended unexpectedly. The devices go on; the second service starts with a
// copy of the first one's disk, taken while its calls were under way.
import 'reflect-metadata';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { injectCall } from '../../features/support/in-process/inject.js';
import { startTestService } from '../../features/support/service.js';
import type { Service } from '../../infra/service/service.js';
import { asServiceStudio } from '../../infra/simulated/studio.js';
import { manualClock, type ManualClock } from '../../simulator/clock.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { simulatedStudio, type SimulatedStudio } from '../../simulator/studio.js';
import { eventually } from '../support/eventually.js';

let folder: string;
let clock: ManualClock;
let studio: SimulatedStudio;
let services: Service[];
let disks: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'studio-control-crash-'));
  clock = manualClock();
  studio = simulatedStudio(demoStudio, clock);
  [services, disks] = [[], 0];
});
afterEach(async () => {
  studio.stop();
  await Promise.all(services.map((service) => service.stop()));
  rmSync(folder, { recursive: true });
});

const diskOf = (number: number): string => join(folder, String(number));

/** Starts a service on the newest disk. */
const start = async (): Promise<Service> => {
  mkdirSync(diskOf(disks), { recursive: true });
  const environment = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: diskOf(disks) };
  const service = await startTestService(asServiceStudio(studio), clock, environment);
  services.push(service);
  return service;
};

/** Starts another service on a copy of the disk as it is now, after a time without a service. */
const crash = async (awayMs = 0): Promise<Service> => {
  cpSync(diskOf(disks), diskOf(disks + 1), { recursive: true });
  disks += 1;
  if (awayMs > 0) await clock.advance(awayMs);
  return start();
};

const call = (service: Service, path: string, { method = 'GET', from = '127.0.0.1' } = {}) =>
  injectCall(service.server.node, { from, method, path: `/api/v2${path}` });

/** Begins a call, and waits until its command was sent. */
const begin = async (service: Service, path: string): Promise<void> => {
  const before = studio.commands().length;
  void call(service, path).answer();
  await eventually('the command', () => Promise.resolve(studio.commands().length > before));
};

const settle = async (): Promise<void> => {
  for (let done = 0; done < 20; done += 1) await turn();
};

const bodyOf = (text: string) => JSON.parse(text) as { error?: string; message?: string; action?: string };

const freeze = (device: string): void => {
  studio.setFault(device, { type: 'frozen' });
};

const play = '/outputs/main/clips/3/play';

describe('a call that was under way when the service ended unexpectedly', () => {
  it('@CRASH-2: is not sent again, and is answered 200 if the device shows its effect', async () => {
    await begin(await start(), play);
    const service = await crash();
    await clock.advance(500);
    const { status, body } = await call(service, play).answer();
    expect([status, JSON.parse(body)]).toMatchObject([200, { operation: 'clip.play', output: { slot: 'main' } }]);
    expect(studio.commands()).toHaveLength(1);
  });

  it('waits for the device to show its effect', async () => {
    await begin(await start(), play);
    const service = await crash();
    const repeated = call(service, play);
    expect(await repeated.isAnswered()).toBe(false);
    await clock.advance(500);
    expect((await repeated.answer()).status).toBe(200);
    expect(studio.commands()).toHaveLength(1);
  });

  it('is answered 424 with the reason if the device does not show its effect in time', async () => {
    freeze('out-1');
    await begin(await start(), play);
    const service = await crash();
    const repeated = call(service, `${play}?timeout=100`);
    await settle();
    await clock.advance(100);
    const { status, body } = await repeated.answer();
    expect([status, bodyOf(body).error]).toEqual([424, 'ack_timeout']);
    expect(bodyOf(body).message).toContain('it is not sent again');
    expect(studio.commands()).toHaveLength(1);
  });

  it.each([
    ['another spelling', '/outputs/OUT-1/clips/weather/play?scene=full&bank=news', 'POST'],
    ['another way to wait', `${play}?wait=0&timeout=5000`, 'GET'],
    ['the plain twin', `/plain${play}`, 'GET'],
  ])('@CRASH-3: is the same call in %s', async (_what, path, method) => {
    await begin(await start(), play);
    const service = await crash();
    await clock.advance(500);
    const { status } = await call(service, path, { method }).answer();
    expect([200, 202]).toContain(status);
    expect(studio.commands()).toHaveLength(1);
  });

  it.each([
    ['plays another clip', '/outputs/main/clips/2/play'],
    ['plays it in another scene', '/outputs/wall/clips/3/play?scene=left'],
    ['cues it', '/outputs/main/clips/3/cue'],
    ['has a key, which the first had not', `${play}?key=press-2`],
  ])('is another call if it %s', async (_what, path) => {
    await begin(await start(), play);
    const service = await crash();
    await begin(service, path);
    expect(studio.commands()).toHaveLength(2);
  });

  const [on, off] = ['/signals/red-light/on', '/signals/red-light/off'];

  it('@CRASH-7: is another call if it has another key', async () => {
    await begin(await start(), `${play}?key=press-1`);
    const service = await crash();
    await begin(service, `${play}?key=press-2`);
    expect(studio.commands()).toHaveLength(2);
  });

  it('@CRASH-6: fails if another command followed it, although the device shows its effect for a moment', async () => {
    studio.setFault('sig-1', { type: 'late', delayMs: 1_000 });
    const first = await start();
    await begin(first, on);
    await clock.advance(500);
    await begin(first, off);
    const service = await crash();
    await clock.advance(700);
    const { status, body } = await call(service, on).answer();
    expect([status, bodyOf(body).error]).toEqual([424, 'device_error']);
    expect(bodyOf(body).message).toContain('another command took its place');
    await clock.advance(2_000);
    expect((await call(service, off).answer()).status).toBe(200);
    expect(studio.commands()).toHaveLength(2);
  });

  it('@CRASH-6: fails if another command followed it after the crash', async () => {
    studio.setFault('sig-1', { type: 'late', delayMs: 1_000 });
    await begin(await start(), on);
    const service = await crash();
    await begin(service, off);
    expect((await call(service, on).answer()).status).toBe(424);
    expect(studio.commands()).toHaveLength(2);
  });

  it.each([
    ['its timeout', { timeoutMs: 1_000, awayMs: 600, guardedMs: 29_500 }],
    ['the start, if its timeout is later', { timeoutMs: 5_000, awayMs: 0, guardedMs: 30_000 }],
  ])('is sent again 30 s after %s', async (_when, { timeoutMs, awayMs, guardedMs }) => {
    freeze('out-1');
    await begin(await start(), `${play}?timeout=${String(timeoutMs)}`);
    await clock.advance(900);
    const service = await crash(awayMs);
    await clock.advance(guardedMs - 101);
    const repeated = call(service, `${play}?timeout=100`);
    await settle();
    await clock.advance(100);
    expect(bodyOf((await repeated.answer()).body).message).toContain('it is not sent again');
    expect(studio.commands()).toHaveLength(1);
    await clock.advance(1);
    await begin(service, play);
    expect(studio.commands()).toHaveLength(2);
  });

  it('with a key is not sent for 10 minutes, and another call with that key is a conflict', async () => {
    const [on, off] = ['/signals/red-light/on', '/signals/red-light/off'];
    await begin(await start(), `${on}?key=press-1`);
    const service = await crash();
    await clock.advance(500_000);
    expect((await call(service, `${off}?key=press-1`).answer()).status).toBe(409);
    expect((await call(service, `${on}?key=press-1`).answer()).status).toBe(200);
    expect(studio.commands()).toHaveLength(1);
    await begin(service, `${off}?key=press-2`);
    expect(studio.commands()).toHaveLength(2);
  });

  it('is not sent again if it was answered before its result was known', async () => {
    const first = await start();
    expect((await call(first, `${play}?wait=0`).answer()).status).toBe(202);
    await settle();
    await first.settled();
    const service = await crash();
    await clock.advance(500);
    expect((await call(service, `${play}?wait=0`).answer()).status).toBe(202);
    expect(studio.commands()).toHaveLength(1);
  });

  it('has no token in the journal, sent as a key by mistake', async () => {
    const token = `svc_${'a'.repeat(32)}`;
    await begin(await start(), `${play}?key=${token}`);
    const journal = readFileSync(join(diskOf(disks), 'service', 'action-journal'), 'utf8');
    expect(journal).toContain('"key":"***"');
    expect(journal).not.toContain(token);
  });

  it('is not sent after a second crash either', async () => {
    await begin(await start(), play);
    await crash();
    const service = await crash();
    await clock.advance(500);
    expect((await call(service, play).answer()).status).toBe(200);
    expect(studio.commands()).toHaveLength(1);
  });

  it.each([
    ['a take', ['/outputs/main/clips/2/cue'], '/outputs/main/take'],
    ['a resume', [play, '/outputs/main/pause'], '/outputs/main/resume'],
    ['a toggle', [], '/signals/red-light/toggle'],
    ['a recall', [], '/cameras/cam-1/angles/close/recall'],
    ['a stop', [play], '/outputs/main/stop'],
    ['a cue', [], '/outputs/main/clips/2/cue'],
    ['a pause', [play], '/outputs/main/pause'],
    ['a switch', [], '/signals/red-light/on'],
    ['a pulse', [], '/signals/red-light/pulse?ms=10000'],
  ])('is not sent again: %s', async (_what, before, path) => {
    const first = await start();
    for (const earlier of before) {
      await begin(first, earlier);
      await clock.advance(500);
      await settle();
    }
    await begin(first, path);
    const sent = studio.commands().length;
    const service = await crash();
    await clock.advance(500);
    expect((await call(service, path).answer()).status).toBe(200);
    expect(studio.commands()).toHaveLength(sent);
  });

  it('is not sent again: a graphic that is shown is answered 200', async () => {
    const show = '/outputs/main/graphic/show';
    await begin(await start(), show);
    const service = await crash();
    await clock.advance(500);
    expect((await call(service, show).answer()).status).toBe(200);
    expect(studio.commands()).toHaveLength(1);
  });

  it('is not sent again: a seek, whose effect can not be recognized, is answered 424', async () => {
    const first = await start();
    await begin(first, play);
    await clock.advance(500);
    await settle();
    await begin(first, '/outputs/main/seek?ms=5000');
    const service = await crash();
    const repeated = call(service, '/outputs/main/seek?ms=5000');
    await settle();
    await clock.advance(2_000);
    expect((await repeated.answer()).status).toBe(424);
    expect(studio.commands()).toHaveLength(2);
  });

  it('does not concern another caller', async () => {
    await begin(await start(), '/signals/red-light/on');
    const service = await crash();
    const headers = { Authorization: `Basic ${Buffer.from('EXTERNAL_APP:any').toString('base64')}` };
    const path = '/api/signals/red-light/on';
    void injectCall(service.server.node, { from: '192.168.1.20', method: 'GET', path, headers }).answer();
    await eventually('another command', () => Promise.resolve(studio.commands().length === 2));
  });
});

describe('a call that was answered before the service ended', () => {
  it('is sent again', async () => {
    const first = await start();
    const answer = call(first, play);
    await eventually('the command', () => Promise.resolve(studio.commands().length === 1));
    await clock.advance(500);
    expect((await answer.answer()).status).toBe(200);
    await first.settled();
    const service = await crash();
    await begin(service, play);
    expect(studio.commands()).toHaveLength(2);
  });

  it('has no entry once the service has stopped', async () => {
    freeze('out-1');
    const service = await start();
    const path = join(diskOf(disks), 'service', 'action-journal');
    await begin(service, `${play}?wait=0`);
    expect(readFileSync(path, 'utf8')).toContain('clip.play');
    await service.stop();
    expect(readFileSync(path, 'utf8').trim()).toBe('');
    services.pop();
  });
});
