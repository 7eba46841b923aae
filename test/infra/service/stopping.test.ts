// Actions that are under way when a service stops: they may end within the grace period. The devices' clock is manual.
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PendingCall } from '../../../features/support/driver.js';
import { injectCall } from '../../../features/support/in-process/inject.js';
import { startTestService } from '../../../features/support/service.js';
import { exportAsRun } from '../../../infra/command-line/as-run-export.js';
import type { Service } from '../../../infra/service/service.js';
import { asServiceStudio } from '../../../infra/simulated/studio.js';
import { manualClock, type ManualClock } from '../../../simulator/clock.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { simulatedStudio, type SimulatedStudio } from '../../../simulator/studio.js';
import { eventually } from '../../support/eventually.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

let folder: string;
let clock: ManualClock;
let studio: SimulatedStudio;
let service: Service;

const start = async (): Promise<void> => {
  const environment = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder, LOG_FILE: join(folder, 'test.log') };
  service = await startTestService(asServiceStudio(studio), clock, environment);
};

const begin = (path: string): PendingCall =>
  injectCall(service.server.node, { from: '127.0.0.1', method: 'GET', path: `/api/v2${path}` }, service.settled);

/** Sends an action, and returns when its command has reached the device, which has not confirmed it. */
const sent = async (path: string): Promise<PendingCall> => {
  const before = studio.commands().length;
  const call = begin(path);
  await eventually('the command is sent', () => studio.commands().length > before);
  expect(await call.isAnswered()).toBe(false);
  return call;
};

/** Lets the devices' time pass until a call is answered. Returns its status. */
const status = async (call: PendingCall): Promise<number> => {
  while (!(await call.isAnswered())) await clock.advance(5);
  return (await call.answer()).status;
};

/** Returns the entries of the as-run log. */
const asRun = async (): Promise<readonly unknown[]> => {
  const { further = [] } = await exportAsRun({ DATA_DIR: folder }, {});
  const entries: unknown[] = [];
  for await (const line of further) entries.push(JSON.parse(line));
  return entries;
};

beforeEach(async () => {
  folder = temporaryFolder();
  clock = manualClock();
  studio = simulatedStudio(demoStudio, clock);
  await start();
});
afterEach(() => {
  studio.stop();
});

describe('an action that is under way when the service stops', () => {
  it.each(['/outputs/main/clips/1/play', '/signals/red-light/on', '/cameras/cam-1/angles/wide/recall'])(
    '@ERROR-20: is answered 200 if its device confirms it within the grace period: %s',
    async (path) => {
      const call = await sent(path);
      const stopped = service.stop();
      expect(await status(begin('/outputs/main/stop'))).toBe(503);
      expect(await call.isAnswered()).toBe(false);
      expect(await status(call)).toBe(200);
      await stopped;
    },
  );

  it('@IDEMPOTENCY-1: keeps the answer for a repetition after the restart', async () => {
    const path = '/signals/red-light/toggle?key=press-1';
    const call = await sent(path);
    const stopped = service.stop();
    const first = await status(call);
    await stopped;
    await start();
    const repetition = begin(path);
    expect([first, await status(repetition)]).toEqual([200, 200]);
    const ids = [call, repetition].map(async (one) => (await one.answer()).headers['x-action-id']);
    expect(new Set(await Promise.all(ids)).size).toBe(1);
    expect(studio.commands()).toHaveLength(1);
    await service.stop();
  });

  it('ends its pulse: the signal is off, and nobody waits for the end of its time', async () => {
    const call = await sent('/signals/red-light/pulse?ms=10000');
    expect(await status(call)).toBe(200);
    expect(studio.signalLines.value('sig-1')).toBe(true);
    const stopped = service.stop();
    await eventually('the end is sent', () => studio.commands().length === 2);
    await clock.advance(1_000);
    await stopped;
    expect(studio.signalLines.value('sig-1')).toBe(false);
  });

  it('@AS-RUN-1: is recorded as confirmed', async () => {
    const call = await sent('/outputs/main/clips/1/play');
    const stopped = service.stop();
    expect(await status(call)).toBe(200);
    await stopped;
    expect(await asRun()).toMatchObject([{ operation: 'clip.play', outcome: 'confirmed' }]);
  });
});
