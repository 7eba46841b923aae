// Console and services under random changes, failures, restores and replaced keys. A service enforces the newest configuration
// that it has received, receives none without a valid key, and in the end enforces what the console shows.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { change, commands, cut, rest, restore, settle, type Model } from './sync/commands.js';
import { openWorld, wrongKey } from './sync/world.js';

/** Time for the runs, in milliseconds. */
const timeoutMs = 120_000;

const initialModel = (key: string): Model => {
  const keys = { currentKey: key, endedKeys: new Map([[wrongKey, -1]]), keys: [key, wrongKey] };
  return { change: 0, ...keys, backup: { ...keys, endedKeys: new Map(keys.endedKeys), keys: [...keys.keys] } };
};

it(
  '@CONFIG-10 @CONFIG-15: services enforce what the console shows, whatever fails meanwhile',
  async () => {
    await fc.assert(
      fc.asyncProperty(commands, async (sequence) => {
        const world = await openWorld();
        try {
          const model = initialModel(world.firstKey);
          await fc.asyncModelRun(() => ({ model, real: world }), sequence);
          await settle(model, world);
          expect(world.services.at(-1)?.received).toEqual([]);
        } finally {
          await world.close();
        }
      }),
      { numRuns: Number(process.env['MODEL_RUNS'] ?? 25) },
    );
  },
  timeoutMs,
);

it('@CONFIG-15: two services of one studio follow a restored console, each with another version of before', async () => {
  const world = await openWorld();
  try {
    const model = initialModel(world.firstKey);
    const lost = [rest, change('access'), rest, cut(0, true), change('device'), rest, cut(1, true)];
    const returning = [restore, change('features'), cut(0, false), rest, cut(1, false), rest];
    for (const command of [...lost, ...returning]) await command.run(model, world);
    await settle(model, world);
  } finally {
    await world.close();
  }
});
