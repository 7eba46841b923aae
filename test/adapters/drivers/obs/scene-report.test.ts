// Times that no clip has, in what OBS reports of an input.
import { expect, it } from 'vitest';
import { eventually } from '../../../support/eventually.js';
import { scenesOf } from '../../../support/scenes.js';
import { output } from './bench.js';
import { settleSockets } from '../advance-clock.js';
import { driveRaw, openObs, untilConnected, usable } from './raw-bench.js';
import { scripted } from './raw-obs.js';

const isWritable = (value: number | null): boolean => value === null || (Number.isSafeInteger(value) && value >= 0);

it.each([9e15, 1e300, -1e300, -1, null, 'later'])(
  'reach callers as times that can be written, or not at all: %j',
  async (time) => {
    let [cursor, duration]: readonly [unknown, unknown] = [0, 60_000];
    let pictures = 0;
    const A = () => ({
      ...{ file: '/media/opener', state: 'PLAYING', duration },
      cursor: cursor === 0 ? (pictures += 10) : cursor,
    });
    const obs = await openObs(scripted(() => ({ ...usable, A: A() })));
    const driven = driveRaw(obs);
    const { drivers, clock } = driven;
    await untilConnected(driven);
    const first = () => scenesOf(drivers.players, output, clock.now())[0];
    const until = (what: string, holds: () => boolean): Promise<void> =>
      eventually(what, async () => {
        await clock.advance(250);
        await settleSockets();
        return holds();
      });
    for (const reported of [
      [0, time],
      [time, 60_000],
      [time, time],
    ]) {
      [cursor, duration] = [0, 60_000];
      await until('the clip is shown', () => first()?.clip === 'opener');
      [cursor, duration] = reported;
      const before = obs.received.length;
      await until('it was read', () => {
        const { startedAt = null, endsAt = null, positionMs, durationMs, remainingMs } = first() ?? {};
        expect([positionMs, durationMs, remainingMs].filter((value) => !isWritable(value ?? null))).toEqual([]);
        expect([startedAt, endsAt].filter((at) => at !== null && !/^\d{4}-/.test(at))).toEqual([]);
        return obs.received.length > before + 4;
      });
    }
  },
);
