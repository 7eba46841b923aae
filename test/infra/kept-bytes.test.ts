// The sizes of the as-run log and the audit log, which are set in MiB: a file continues up to a tenth of what is kept.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { utcTime } from '../../domain/codec/utc-time.js';
import { injectCall } from '../../features/support/in-process/inject.js';
import { startTestService } from '../../features/support/service.js';
import { openAudit } from '../../infra/audit.js';
import { readSettings } from '../../infra/settings.js';
import { simulatedModule } from '../../infra/simulated/studio.js';
import { manualClock } from '../../simulator/clock.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { simulatedStudio } from '../../simulator/studio.js';
import { memoryLog } from '../console/readable-log.js';
import { rightOf } from '../domain/fixtures.js';
import { eventually } from '../support/eventually.js';

const today = utcTime(Date.now()).slice(0, 10);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'studio-control-sizes-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Makes the first file of today, with a number of octets. */
const prepare = (part: string, series: string, octets: number): void => {
  mkdirSync(join(folder, part), { recursive: true });
  const file = join(folder, part, `${series}-${today}-00001.jsonl`);
  writeFileSync(file, '');
  truncateSync(file, octets);
};

/** Returns the numbers of the files that have grown beyond some octets, or that are new. */
const written = (part: string, octets: number): readonly string[] =>
  readdirSync(join(folder, part))
    .filter((name) => name.endsWith('.jsonl') && statSync(join(folder, part, name)).size !== octets)
    .map((name) => name.slice(-7, -6));

/** Octets of 0.1 MiB, rounded up, and of 0.9 times that. */
const [tenth, knownTenth] = [104_858, 94_372];

it.each([
  [tenth - 1, '1'],
  [tenth, '2'],
])('AS_RUN_MEGABYTES=1: an entry after a file of %i octets is in file %s', async (octets, number) => {
  prepare('as-run', 'as-run', octets);
  const clock = manualClock(Date.now());
  const studio = simulatedStudio(demoStudio, clock);
  const settings = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder, AS_RUN_MEGABYTES: '1' };
  const service = await startTestService(simulatedModule(studio), clock, settings);
  injectCall(service.server.node, { from: '127.0.0.1', method: 'GET', path: '/api/v2/signals/red-light/on?wait=0' });
  await eventually('the entry is written', () => written('as-run', octets).length > 0);
  expect(written('as-run', octets)).toEqual([number]);
  studio.stop();
  await service.stop();
});

it.each([
  [knownTenth - 1, '1'],
  [knownTenth, '2'],
])('AUDIT_MEGABYTES=1: an entry after a file of %i octets is in file %s', async (octets, number) => {
  prepare('audit', 'service', octets);
  const { settings } = rightOf(readSettings([], { DATA_DIR: folder, AUDIT_MEGABYTES: '1' }));
  const audit = await openAudit('service', { settings, log: memoryLog(), clock: manualClock(Date.now()) });
  audit.record({ kind: 'started' });
  await audit.close();
  expect(written('audit', octets)).toEqual([number]);
});
