// The calls that a service reports to its console when it stops: what the console has stored is not stored here too.
import { createServer, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { reportFile } from '../../adapters/storage/report-file.js';
import { injectCall } from '../../features/support/in-process/inject.js';
import { startTestService } from '../../features/support/service.js';
import type { Service } from '../../infra/service/service.js';
import { asServiceStudio } from '../../infra/simulated/studio.js';
import { manualClock } from '../../simulator/clock.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { simulatedStudio, type SimulatedStudio } from '../../simulator/studio.js';
import { memoryLog } from '../application/console/readable-log.js';
import { eventually } from '../support/eventually.js';
import { listenOnLoopback } from '../support/loopback.js';
import { temporaryFolder } from '../support/temporary-folder.js';

let folder: string;
let receiver: Server;
let studio: SimulatedStudio;
let service: Service;
/** The reports that the console has received, and not answered. */
let waiting: ServerResponse[];

const answer = (response: ServerResponse | undefined, status: number): void => {
  response?.writeHead(status);
  response?.end();
};

beforeEach(async () => {
  folder = temporaryFolder();
  waiting = [];
  receiver = createServer((request, response) => {
    if (request.url?.includes('report') === true) waiting.push(response);
    else answer(response, 503);
  });
  const url = `http://127.0.0.1:${String(await listenOnLoopback(receiver))}`;
  const clock = manualClock();
  studio = simulatedStudio(demoStudio, clock);
  const environment = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder, CONSOLE_URL: url, STUDIO_KEY: 'key' };
  service = await startTestService(asServiceStudio(studio), clock, environment);
});
afterEach(() => {
  studio.stop();
  receiver.closeAllConnections();
  receiver.close();
});

const stored = async () => {
  const { lastCalls, counted, sending } = await reportFile({
    folder: join(folder, 'service'),
    log: memoryLog(),
  }).load();
  const refused = [...counted, ...(sending?.callers ?? [])];
  return [...lastCalls, ...refused].map(({ address }) => address);
};

it.each([
  ['acknowledges', 204, []],
  ['refuses', 503, ['203.0.113.9']],
])('a report that the console %s while the service stops is stored accordingly', async (_, status, expected) => {
  const call = { from: '203.0.113.9', method: 'GET', path: '/api/v2/signals' };
  await injectCall(service.server.node, call, service.settled).answer();
  const stopped = service.stop();
  await eventually('the last report has arrived', () => waiting.length === 1);
  answer(waiting[0], status);
  await stopped;
  expect(await stored()).toEqual(expected);
});
