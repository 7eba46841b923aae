// Everything that the service keeps, under power cuts at each step of the disk; and each sync left out, to see that this
// is noticed: no sync is there for nothing, and none is missing.
import { describe, expect, it } from 'vitest';
import { stepsOver, type DiskSteps } from '../../adapters/storage/durable-files.js';
import { configurationFile } from '../../adapters/storage/configuration-file.js';
import { runtimeStateFile } from '../../adapters/storage/runtime-state-file.js';
import { reportFile } from '../../adapters/storage/report-file.js';
import type { ConfigurationFile } from '../../application/ports/configuration-file.js';
import type { Log } from '../../application/ports/log.js';
import { defaultConfiguration } from '../../domain/access/configuration.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { initialRuntimeState } from '../../domain/studio/runtime-state.js';
import { cuts, forgetfulFiles, type Cut, type Flaw } from './forgetful-files.js';

const log: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const folder = '/data/service';

/** Something that keeps numbered states; 0 is what it begins with. */
interface Kept {
  readonly keep: (state: number) => Promise<void>;
  readonly load: () => Promise<number>;
  /** What is loaded where the newest copy has gone bad, for those that have a spare. */
  readonly loadSpare?: () => Promise<number>;
}

const withoutNewest = (steps: DiskSteps): DiskSteps => ({
  ...steps,
  read: (path) => (path.endsWith('.previous') ? steps.read(path) : Promise.resolve(Buffer.from('gone bad'))),
});

const kinds: Readonly<Record<string, (steps: DiskSteps) => Kept>> = {
  'the access configuration': (steps) => {
    const needs = { folder, studioId: 'studio-1', log };
    const [kept, spare] = [
      { ...needs, steps },
      { ...needs, steps: withoutNewest(steps) },
    ].map(configurationFile) as [ConfigurationFile, ConfigurationFile];
    return {
      keep: (state) => kept.save({ ...defaultConfiguration('studio-1'), version: state }),
      load: async () => (await kept.load()).version,
      loadSpare: async () => (await spare.load()).version,
    };
  },
  'the reports for the console': (steps) => {
    const kept = reportFile({ folder, log, steps });
    return {
      keep: (state) =>
        kept.save({ lastCalls: [{ device: 'one', time: state, address: '::1' }], counted: [], sending: null }),
      load: async () => (await kept.load()).lastCalls[0]?.time ?? 0,
    };
  },
  "the studio's present": (steps) => {
    const kept = runtimeStateFile({ folder, studioId: 'studio-1', log, steps });
    const first = initialRuntimeState(demoStudio);
    return {
      keep: (state) => kept.save({ ...first, variables: { 'var-3': state } }),
      load: async () => Number((await kept.load())?.variables['var-3'] ?? 0),
    };
  },
};

type Kind = (typeof kinds)[string];

const isKept = (kept: Kept, state: number): Promise<boolean> =>
  kept.keep(state).then(
    () => true,
    () => false,
  );

/** The state that was kept where that was resolved, else that or the one before. */
const isAsTold = (loaded: number, state: number, resolved: boolean): boolean =>
  loaded === state || (!resolved && loaded === state - 1);

/** Keeps states one after the other, the last with a flaw, and cuts the power; tells whether what is there is right. */
const cutWhile = async (kind: Kind, before: number, flaw: Flaw, how: Cut) => {
  const disk = forgetfulFiles();
  const kept = kind(stepsOver(disk.files));
  for (let state = 1; state <= before; state += 1) await kept.keep(state);
  disk.spoil(flaw);
  const resolved = await isKept(kept, before + 1);
  const [steps, syncs] = [disk.steps(), disk.syncs()];
  disk.cut(how);
  const spare = (await kept.loadSpare?.()) ?? before;

  return {
    steps,
    syncs,
    isRight: isAsTold(await kept.load(), before + 1, resolved) && isAsTold(spare, before, resolved),
  };
};

/** Whether any power cut, with a flaw or without, leaves what isn't right. */
const isNoticed = async (kind: Kind, before: number, flaw: Flaw): Promise<boolean> => {
  for (const how of cuts) {
    const { steps } = await cutWhile(kind, before, flaw, how);
    for (let diesAt = 1; diesAt <= steps + 1; diesAt += 1)
      if (!(await cutWhile(kind, before, { ...flaw, diesAt }, how)).isRight) return true;
  }
  return false;
};

/** How often the state before is one, two or more kept. */
const histories = [0, 1, 2];

describe.each(Object.entries(kinds))('%s', (_name, kind) => {
  it.each(histories)(
    'is the newest that counted as kept after a power cut at any step, with %i before it',
    async (before) => {
      expect((await cutWhile(kind, before, {}, 'names are lost')).steps).toBeGreaterThan(3);
      expect(await isNoticed(kind, before, {})).toBe(false);
    },
  );

  it.each(histories)('is not that with any one sync left out, with %i before it', async (before) => {
    const { syncs } = await cutWhile(kind, before, {}, 'names are lost');
    expect(syncs).toBeGreaterThan(1);
    for (let skipsSync = 1; skipsSync <= syncs; skipsSync += 1)
      expect([skipsSync, await isNoticed(kind, before, { skipsSync })]).toEqual([skipsSync, true]);
  });

  it('goes on after any such cut', async () => {
    for (const how of cuts)
      for (let diesAt = 1; diesAt <= 12; diesAt += 1) {
        const disk = forgetfulFiles();
        const kept = kind(stepsOver(disk.files));
        await kept.keep(1);
        disk.spoil({ diesAt });
        await isKept(kept, 2);
        disk.cut(how);
        await kept.keep(3);
        disk.cut(how);
        expect(await kept.load()).toBe(3);
      }
  });
});
