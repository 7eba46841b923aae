// The days of the as-run log, when the time zone of the studio file changes while the service runs.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { utcTime } from '../../domain/codec/utc-time.js';
import { dayMs } from '../../domain/time-units.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { eventually } from '../support/eventually.js';
import { reloadBench } from './reload-bench.js';

/** Zones whose days are never the same: 14 hours after UTC, and 11 before it. */
const [east, west] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'];

const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((all, count) => all + count, 0);

it('@AS-RUN-4: the as-run log has the days of the time zone in force, also of one that was in force before', async () => {
  const { clock, folder, reload, call, close } = await reloadBench({ ...demoStudio, timezone: east });
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
    reload({ ...demoStudio, timezone });
    const day = dayAfter(hours);
    await call('/signals/red-light/on');
    expected[day] = (expected[day] ?? 0) + 1;
    await eventually('the entry is written', () => sum(days()) >= sum(expected));
    expect(days()).toEqual(expected);
  }
  await close();
});
