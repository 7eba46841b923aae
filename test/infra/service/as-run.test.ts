// The days of the as-run log, when the time zone of the studio file changes while the service runs.
import { mkdirSync, readFileSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { utcTime } from '../../../domain/codec/utc-time.js';
import { localDay, zoneOffsets } from '../../../domain/studio/time-zone.js';
import { dayMs } from '../../../domain/time-units.js';
import { injectCall } from '../../../features/support/in-process/inject.js';
import { startTestService } from '../../../features/support/service.js';
import { asServiceStudio } from '../../../infra/simulated/studio.js';
import { manualClock } from '../../../simulator/clock.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { simulatedStudio } from '../../../simulator/studio.js';
import { eventually } from '../../support/eventually.js';
import { reloadBench } from './reload-bench.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

/** Zones whose days are never the same: 14 hours after UTC, and 11 before it. */
const [east, west] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'];

const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((all, count) => all + count, 0);

it('@AS-RUN-4: the as-run log has the days of the time zone in force, also of one that was in force before', async () => {
  const { clock, folder, reload, call, close } = await reloadBench({ ...demoStudio, panels: [], timezone: east });
  const dayAfter = (hours: number): string => utcTime(clock.now() + (hours * dayMs) / 24).slice(0, 10);
  /** Returns how many entries each day has. */
  const days = (): Readonly<Record<string, number>> => {
    const files = readdirSync(join(folder, 'as-run'));
    return Object.fromEntries(
      files.map((file) => [
        /\d{4}-\d\d-\d\d/.exec(file)?.[0] ?? file,
        readFileSync(join(folder, 'as-run', file), 'utf8').match(/"operation":"signal\.on"/g)?.length ?? 0,
      ]),
    );
  };
  const expected: Record<string, number> = {};
  for (const [timezone, hours] of [
    [east, 14],
    [west, -11],
    [east, 14],
    [west, -11],
  ] as const) {
    reload({ ...demoStudio, panels: [], timezone });
    const day = dayAfter(hours);
    await call('/signals/red-light/on');
    expected[day] = (expected[day] ?? 0) + 1;
    await eventually('the entry is written', () => sum(days()) >= sum(expected));
    expect(days()).toEqual(expected);
  }
  await close();
});

describe('the space of the as-run log, as its settings configure it', () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
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
    const service = await startTestService(asServiceStudio(studio), clock, environment);
    const call = { from: '127.0.0.1', method: 'GET', path: '/api/v2/signals/red-light/on' };
    const pending = injectCall(service.server.node, call, service.settled);
    while (!(await pending.isAnswered())) await clock.advance(5);
    await service.stop();
    studio.stop();
    expect(readdirSync(join(folder, 'as-run')).sort()).toEqual([1, 2].slice(0, number).map(nameOf));
  });
});
