// Runs a simulated studio with its service for an hour of its clock, with 100 changes a second, while readers follow both event
// streams. The memory must stay flat, and both must go on answering. Needs `node --expose-gc`.
import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { SystemClock } from '../../adapters/node/clock.js';
import { composeService } from '../../infra/service/service.js';
import { readSettings } from '../../infra/settings/settings.js';
import { observedService } from '../../infra/simulated/observed-service.js';
import { simulatorServer } from '../../infra/simulated/page.js';
import { asServiceStudio } from '../../infra/simulated/studio.js';
import { manualEpochMs } from '../../simulator/clock.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { simulationClock } from '../../simulator/simulation-clock.js';
import { simulatedStudio } from '../../simulator/studio.js';
import { memoryLog } from '../application/console/readable-log.js';

const minutes = Number(process.env['MINUTES'] ?? 60);
const changesPerSecond = 100;

/** The heap may grow by this factor between the end of the warm-up and the end of the run. */
const mostGrowth = 1.1;
const warmUpMinutes = Math.max(1, Math.floor(minutes / 6));

const folder = mkdtempSync(join(tmpdir(), 'studio-control-hour-'));
const read = readSettings([], { PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder, LOG_LEVEL: 'error' });
if (E.isLeft(read)) throw new Error(read.left);
const clock = simulationClock({ real: new SystemClock(), startMs: manualEpochMs, paused: true });
const studio = simulatedStudio(demoStudio, clock, { seed: 1 });
const service = await composeService(read.right.settings, { studio: asServiceStudio(studio), clock });
const { port } = await service.start();
const serviceRoot = `http://127.0.0.1:${String(port)}`;
const observed = observedService(service, serviceRoot);
const page = await simulatorServer({ studio, clock, log: memoryLog(), names: [], service: observed });
const pagePort = (await page.listen(0, '127.0.0.1')).port;

const serviceUrl = `${serviceRoot}/api/v2`;

/** Follows a stream, and counts its bytes. */
const follow = (url: string): (() => number) => {
  let bytes = 0;
  const run = async (): Promise<void> => {
    for await (const chunk of (await fetch(url)).body ?? []) bytes += (chunk as Uint8Array).length;
  };
  run().catch(() => undefined);
  return () => bytes;
};

const streams = [follow(`${serviceUrl}/events`), follow(`http://127.0.0.1:${String(pagePort)}/api/v1/events`)];

const heapMiB = (): number => {
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 2 ** 20;
};

let isOn = false;
const minute = async (): Promise<void> => {
  for (let change = 0; change < 60 * changesPerSecond; change += 1) {
    isOn = !isOn;
    studio.simulated.lines.get('sig-1')?.change({ on: isOn });
    await clock.advance(1_000 / changesPerSecond);
  }
};

const requireAlive = async (before: readonly number[]): Promise<void> => {
  // The device reports its last change a moment later.
  await clock.advance(1_000);
  const value = await (await fetch(`${serviceUrl}/plain/signals/red-light`)).text();
  if (value !== (isOn ? '1' : '0')) throw new Error(`expected the last value ${String(isOn)}, got ${value}`);
  if (streams.some((bytes, index) => bytes() <= (before[index] ?? 0))) throw new Error('a stream stood still');
};

if (globalThis.gc === undefined) throw new Error('expected node --expose-gc');
const began = performance.now();
let warm = 0;
for (let done = 1; done <= minutes; done += 1) {
  const before = streams.map((bytes) => bytes());
  await minute();
  await requireAlive(before);
  if (done === warmUpMinutes) warm = heapMiB();
  if (done % warmUpMinutes === 0) process.stdout.write(`${String(done)} min: heap ${heapMiB().toFixed(1)} MiB\n`);
}
const last = heapMiB();
const seconds = (performance.now() - began) / 1_000;
process.stdout.write(
  `${String(minutes)} simulated minutes in ${seconds.toFixed(0)} s: heap ${warm.toFixed(1)} MiB, at the end ${last.toFixed(1)} MiB; ` +
    `streams ${streams.map((bytes) => `${(bytes() / 2 ** 20).toFixed(0)} MiB`).join(' and ')}\n`,
);
await page.close(0);
studio.stop();
await service.stop();
rmSync(folder, { recursive: true });
if (last > warm * mostGrowth) throw new Error('the heap has grown');
process.exit(0);
