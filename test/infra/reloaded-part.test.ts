// A part that is reloaded, as on SIGHUP, reads its studio file again.
import 'reflect-metadata';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, it } from 'vitest';
import { clockModule } from '../../infra/modules.js';
import { startServicePart } from '../../infra/parts.js';
import { readSettings } from '../../infra/settings.js';
import { simulatedModule } from '../../infra/simulated/studio.js';
import { manualClock } from '../../simulator/clock.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { simulatedStudio } from '../../simulator/studio.js';
import { rightOf } from '../domain/fixtures.js';
import { eventually } from '../support/eventually.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'studio-control-reloaded-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

it('@RELOAD-1: a service that is reloaded reads its studio file, also if it has not changed', async () => {
  const [STUDIO_FILE, LOG_FILE] = [join(folder, 'studio.json'), join(folder, 'test.log')];
  writeFileSync(STUDIO_FILE, JSON.stringify(demoStudio));
  const given = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder, STUDIO_FILE, LOG_FILE };
  const studio = simulatedStudio(demoStudio, manualClock());
  const part = await startServicePart(rightOf(readSettings([], given)).settings, clockModule, simulatedModule(studio));
  part.reload?.();
  await eventually('the file is read again', () =>
    readFileSync(LOG_FILE, 'utf8').includes('the studio file was read again; nothing has changed'),
  );
  await part.stop();
  studio.stop();
});
