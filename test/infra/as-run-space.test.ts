// The space of the as-run log, as its settings configure it.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { injectCall } from '../../features/support/in-process/inject.js';
import { startTestService } from '../../features/support/service.js';
import { localDay, zoneOffsets } from '../../domain/studio/time-zone.js';
import { simulatedModule } from '../../infra/simulated/studio.js';
import { manualClock } from '../../simulator/clock.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { simulatedStudio } from '../../simulator/studio.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'studio-control-as-run-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

// A tenth of 1 MiB.
it.each([
  [100_000, 1],
  [104_858, 2],
])('a file of the as-run log with %i octets is continued in file %i, if it has 1 MiB', async (size, number) => {
  const clock = manualClock();
  const day = localDay(zoneOffsets(demoStudio.timezone), clock.now());
  const nameOf = (at: number): string => `as-run-${day}-0000${String(at)}.jsonl`;
  mkdirSync(join(folder, 'as-run'));
  writeFileSync(join(folder, 'as-run', nameOf(1)), '');
  truncateSync(join(folder, 'as-run', nameOf(1)), size);
  const studio = simulatedStudio(demoStudio, clock);
  const environment = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder, AS_RUN_MEGABYTES: '1', AUDIT_MEGABYTES: '2' };
  const service = await startTestService(simulatedModule(studio), clock, environment);
  const call = { from: '127.0.0.1', method: 'GET', path: '/api/v2/signals/red-light/on' };
  const pending = injectCall(service.server.node, call, service.settled);
  while (!(await pending.isAnswered())) await clock.advance(5);
  await service.stop();
  studio.stop();
  expect(readdirSync(join(folder, 'as-run')).sort()).toEqual([1, 2].slice(0, number).map(nameOf));
});
