// A service and the command that forgets its stored configuration: the folder is locked until nothing writes to it.
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { injectCall } from '../../../features/support/in-process/inject.js';
import { startServicePart } from '../../../infra/command-line/parts.js';
import { resetConfiguration } from '../../../infra/command-line/reset-configuration.js';
import { readSettings } from '../../../infra/settings/settings.js';
import { asServiceStudio } from '../../../infra/simulated/studio.js';
import { manualClock } from '../../../simulator/clock.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { simulatedStudio } from '../../../simulator/studio.js';
import { rightOf } from '../../domain/fixtures.js';
import { eventually } from '../../support/eventually.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

it('@CONFIG-12: a configuration is not forgotten while its service is still stopping', async () => {
  const { settings } = rightOf(
    readSettings([], { PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder, LOG_LEVEL: 'error' }),
  );
  const clock = manualClock();
  const studio = simulatedStudio(demoStudio, clock);
  const { service, stop } = await startServicePart(settings, { studio: asServiceStudio(studio) });
  const request = { from: '127.0.0.1', method: 'GET', path: '/api/v2/signals/red-light/on' } as const;
  const call = injectCall(service.server.node, request, service.settled);
  await eventually('the command is sent', () => studio.commands().length > 0);
  const stopped = stop();
  const during = await resetConfiguration(settings);
  while (!(await call.isAnswered())) await clock.advance(5);
  await stopped;
  const after = await resetConfiguration(settings);
  const inService = join(folder, 'service');
  const holder = `${inService} (process ${String(process.pid)})`;
  expect([during, after]).toEqual([
    {
      lines: [`reset-configuration: a service is running with ${holder}; stop it first, nothing is changed`],
      exitCode: 1,
    },
    { lines: [`there is no access configuration in ${inService}`], exitCode: 0 },
  ]);
  studio.stop();
});
