// A caller that hangs up right before the service stops, and repeats its call with the same key after the next start.
import 'reflect-metadata';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { injectCall } from '../../features/support/in-process/inject.js';
import { startTestService } from '../../features/support/service.js';
import type { Service } from '../../infra/service/service.js';
import { asServiceStudio } from '../../infra/simulated/studio.js';
import { manualClock } from '../../simulator/clock.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { simulatedStudio, type SimulatedStudio } from '../../simulator/studio.js';
import { eventually } from '../support/eventually.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const clock = manualClock();
let folder: string;
let studio: SimulatedStudio;
let service: Service;

const start = async (): Promise<void> => {
  service = await startTestService(asServiceStudio(studio), clock, { PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder });
};

beforeEach(async () => {
  folder = temporaryFolder();
  studio = simulatedStudio(demoStudio, clock);
  await start();
});
afterEach(async () => {
  studio.stop();
  await service.stop();
});

const play = () =>
  injectCall(service.server.node, {
    from: '127.0.0.1',
    method: 'POST',
    path: '/api/v2/outputs/main/clips/3/play?key=a',
  });

it('@IDEMPOTENCY-9: the repetition sends nothing, and gets the answer that nobody waited for', async () => {
  studio.setFault('out-1', { type: 'frozen' });
  const first = play();
  await eventually('the command', () => Promise.resolve(studio.commands().length > 0));
  await first.disconnect();
  await service.stop();
  await start();
  const { status, body } = await play().answer();
  expect([status, JSON.parse(body)]).toMatchObject([424, { error: 'ack_timeout' }]);
  expect(body).toContain('the service stopped before the acknowledgement came');
  expect(studio.commands()).toHaveLength(1);
});
