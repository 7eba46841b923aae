// Everything that the service stores, under power cuts at each disk operation. The tests also leave out each sync, and
// expect a failure: every sync is needed.
import { describe, expect, it } from 'vitest';
import { diskOperations, type DiskOperations } from '../../adapters/storage/durable-files.js';
import { configurationFile } from '../../adapters/storage/configuration-file.js';
import type { OpenAppend } from '../../adapters/storage/appended-file.js';
import { runtimeStateFile } from '../../adapters/storage/runtime-state-file.js';
import { reportFile } from '../../adapters/storage/report-file.js';
import type { ConfigurationFile } from '../../application/ports/configuration-file.js';
import type { Log } from '../../application/ports/log.js';
import { defaultConfiguration } from '../../domain/access/configuration.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { initialRuntimeState } from '../../domain/studio/runtime-state.js';
import { fileCuts, powerCutFiles, type FileCut, type Flaw } from '../adapters/storage/power-cut-files.js';

const nothing = (): void => undefined;
const log: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing };
const folder = '/data/service';

/** A file that stores numbered states; 0 is the initial one. */
interface StateFile {
  readonly save: (state: number) => Promise<void>;
  readonly load: () => Promise<number>;
  /** Loads the state if the newest copy is corrupted, for files with a backup. */
  readonly loadBackup?: () => Promise<number>;
}

const withoutNewest = (operations: DiskOperations): DiskOperations => ({
  ...operations,
  read: (path) => (path.endsWith('.previous') ? operations.read(path) : Promise.resolve(Buffer.from('corrupted'))),
});

const kinds: Readonly<Record<string, (operations: DiskOperations, openFile: OpenAppend) => StateFile>> = {
  'the access configuration': (operations) => {
    const deps = { folder, studioId: 'studio-1', log };
    const [file, backup] = [
      { ...deps, operations },
      { ...deps, operations: withoutNewest(operations) },
    ].map(configurationFile) as [ConfigurationFile, ConfigurationFile];
    return {
      save: (state) => file.save({ ...defaultConfiguration('studio-1'), version: state }),
      load: async () => (await file.load()).version,
      loadBackup: async () => (await backup.load()).version,
    };
  },
  'the reports for the console': (operations) => {
    const file = reportFile({ folder, log, operations });
    return {
      save: (state) =>
        file.save({ lastCalls: [{ device: 'one', time: state, address: '::1' }], counted: [], sending: null }),
      load: async () => (await file.load()).lastCalls[0]?.time ?? 0,
    };
  },
  "the studio's runtime state": (operations, openFile) => {
    const file = runtimeStateFile({ folder, studioId: 'studio-1', log, operations, openFile });
    const first = initialRuntimeState(demoStudio);
    return {
      save: (state) => file.save({ ...first, variables: { 'var-3': state } }),
      load: async () => Number((await file.load())?.variables['var-3'] ?? 0),
    };
  },
};

type Kind = (typeof kinds)[string];

const isStored = (file: StateFile, state: number): Promise<boolean> =>
  file.save(state).then(
    () => true,
    () => false,
  );

/** Whether the loaded state is the one that was stored, or the one before if storing was rejected. */
const isExpected = (loaded: number, state: number, resolved: boolean): boolean =>
  loaded === state || (!resolved && loaded === state - 1);

/** Stores states, the last one with a flaw, and cuts the power; returns whether the loaded state is right. */
const cutWhileStoring = async (kind: Kind, before: number, flaw: Flaw, how: FileCut) => {
  const disk = powerCutFiles();
  const file = kind(diskOperations(disk.files), disk.openAppend);
  for (let state = 1; state <= before; state += 1) await file.save(state);
  disk.injectFlaw(flaw);
  const resolved = await isStored(file, before + 1);
  const [operations, syncs] = [disk.operations(), disk.syncs()];
  disk.cut(how);
  const backup = (await file.loadBackup?.()) ?? before;

  return {
    operations,
    syncs,
    isRight: isExpected(await file.load(), before + 1, resolved) && isExpected(backup, before, resolved),
  };
};

/** Whether any power cut, with this flaw, leaves a wrong state. */
const losesData = async (kind: Kind, before: number, flaw: Flaw): Promise<boolean> => {
  for (const how of fileCuts) {
    const { operations } = await cutWhileStoring(kind, before, flaw, how);
    for (let failsAt = 1; failsAt <= operations + 1; failsAt += 1)
      if (!(await cutWhileStoring(kind, before, { ...flaw, failsAt }, how)).isRight) return true;
  }
  return false;
};

/** How many states were stored before. */
const previousWrites = [0, 1, 2];

describe.each(Object.entries(kinds))('%s', (_name, kind) => {
  it.each(previousWrites)(
    'is the last stored one after a power cut at any operation, with %i before it',
    async (before) => {
      expect((await cutWhileStoring(kind, before, {}, 'names are lost')).operations).toBeGreaterThan(1);
      expect(await losesData(kind, before, {})).toBe(false);
    },
  );

  it.each(previousWrites)('is lost if any one sync is left out, with %i before it', async (before) => {
    const { syncs } = await cutWhileStoring(kind, before, {}, 'names are lost');
    expect(syncs).toBeGreaterThan(0);
    for (let skipsSync = 1; skipsSync <= syncs; skipsSync += 1)
      expect([skipsSync, await losesData(kind, before, { skipsSync })]).toEqual([skipsSync, true]);
  });

  it('is there after a power cut, also if a killed process has left its folders', async () => {
    const { operations } = await cutWhileStoring(kind, 0, {}, 'names are lost');
    for (let killedAt = 1; killedAt <= operations; killedAt += 1) {
      const disk = powerCutFiles();
      disk.injectFlaw({ failsAt: killedAt });
      await isStored(kind(diskOperations(disk.files), disk.openAppend), 1);
      disk.injectFlaw({});
      const file = kind(diskOperations(disk.files), disk.openAppend);
      await file.save(2);
      disk.cut('names are lost');
      expect([killedAt, await file.load()]).toEqual([killedAt, 2]);
    }
  });

  it('can be stored again after any power cut', async () => {
    for (const how of fileCuts)
      for (let failsAt = 1; failsAt <= 12; failsAt += 1) {
        const disk = powerCutFiles();
        const file = kind(diskOperations(disk.files), disk.openAppend);
        await file.save(1);
        disk.injectFlaw({ failsAt });
        await isStored(file, 2);
        disk.cut(how);
        await file.save(3);
        disk.cut(how);
        expect(await file.load()).toBe(3);
      }
  });
});
