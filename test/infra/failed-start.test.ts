// What a service that could not start leaves in the audit log: neither a start nor a stop.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { composeService, type Service } from '../../infra/service.js';
import { clockModule, machineModule } from '../../infra/modules.js';
import { readSettings } from '../../infra/settings.js';
import { simulatedModule } from '../../infra/simulated/studio.js';
import { manualClock } from '../../simulator/clock.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { simulatedStudio } from '../../simulator/studio.js';
import { rightOf } from '../domain/fixtures.js';
import { listenOnLoopback } from '../support/loopback.js';

const composed = (folder: string, port: number): Promise<Service> => {
  const given = { PORT: String(port), HOST: '127.0.0.1', DATA_DIR: folder, LOG_FILE: join(folder, 'test.log') };
  const { settings } = rightOf(readSettings([], given));
  const studio = simulatedModule(simulatedStudio(demoStudio, manualClock()));
  return composeService(machineModule(settings), clockModule, studio);
};

const recorded = (folder: string): readonly string[] =>
  readdirSync(join(folder, 'audit')).flatMap(
    (name) => readFileSync(join(folder, 'audit', name), 'utf8').match(/(?<="kind":")(started|stopped)/g) ?? [],
  );

it('a start is recorded with its stop, and a start that failed not at all', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'studio-control-failed-start-'));
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
  rmSync(folder, { recursive: true });
});
