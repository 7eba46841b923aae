// The kept present under truncation, bit rot, another studio's copies and faults at every step of the disk.
import { readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { disk, type DiskSteps } from '../../adapters/storage/durable-files.js';
import { runtimeStateFile } from '../../adapters/storage/runtime-state-file.js';
import { initialRuntimeState, type RuntimeState } from '../../domain/studio/runtime-state.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { dyingAt } from './dying-disk.js';
import { keeping } from './keeping.js';

const first = initialRuntimeState(demoStudio);
const headline = (text: string): RuntimeState => ({ ...first, variables: { ...first.variables, 'var-1': text } });

const { folder, loud, log } = keeping();

const kept = (steps: DiskSteps = disk, studioId = 'studio-1') =>
  runtimeStateFile({ folder: join(folder(), 'kept'), studioId, log, steps });
const file = () => join(folder(), 'kept', 'studio-present');
const setAside = async () =>
  (await readdir(join(folder(), 'kept'))).filter((name) => name.startsWith('studio-present.set-aside-'));

describe('a present on a sound disk', () => {
  it('is none while nothing was ever kept', async () => {
    expect(await kept().load()).toBeUndefined();
    expect(loud()).toEqual([]);
  });

  it('is the one that was kept last, for its owner alone', async () => {
    await kept().save(headline('one'));
    await kept().save({ ...headline('two'), status: 'on_air', holder: null, activeBank: 'music' });
    expect(await kept().load()).toEqual({
      ...headline('two'),
      ...{ status: 'on_air', holder: null, activeBank: 'music' },
    });
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect(loud()).toEqual([]);
  });
});

describe('a file that can not be believed', () => {
  it('is set aside as it is, truncated at any octet, and this is told', async () => {
    await kept().save(headline('one'));
    const whole = await readFile(file());
    for (let length = 0; length < whole.length; length += 7) {
      await writeFile(file(), whole.subarray(0, length));
      expect(await kept().load()).toBeUndefined();
    }
    const lengths = await Promise.all(
      (await setAside()).map(async (name) => (await readFile(join(folder(), 'kept', name))).length),
    );
    expect(lengths.toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: Math.ceil(whole.length / 7) }, (_, at) => at * 7),
    );
    expect(loud()).toHaveLength(lengths.length);
  });

  it('is set aside with any bit flipped', async () => {
    await kept().save(headline('one'));
    const whole = await readFile(file());
    for (let bit = 0; bit < whole.length * 8; bit += 11) {
      const flipped = Buffer.from(whole);
      flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      await writeFile(file(), flipped);
      expect(await kept().load()).toBeUndefined();
    }
  });

  it("is another studio's, and stays to be found", async () => {
    await kept(disk, 'studio-2').save(headline('two'));
    expect(await kept().load()).toBeUndefined();
    expect(await setAside()).toHaveLength(1);
    expect(loud()).toHaveLength(1);
  });

  it('is one that can not be read, and it is told where it can not even be set aside', async () => {
    await kept().save(headline('one'));
    const dead = {
      ...disk,
      read: () => Promise.reject(new Error('EIO')),
      rename: () => Promise.reject(new Error('EIO')),
    };
    expect(await kept(dead).load()).toBeUndefined();
    expect(loud()).toEqual([expect.stringContaining('could not be set aside')]);
  });
});

describe('a fault of the disk', () => {
  it('at any step leaves the old present or the new one', async () => {
    const healthy = dyingAt(Infinity);
    await kept(healthy.steps).save(headline('old'));
    expect(healthy.taken()).toBe(4);
    for (let nth = 1; nth <= healthy.taken(); nth += 1) {
      await kept().save(headline('old'));
      await expect(kept(dyingAt(nth).steps).save(headline('new'))).rejects.toThrow('the disk died');
      expect([headline('old'), headline('new')]).toContainEqual(await kept().load());
    }
    expect(loud()).toEqual([]);
  });
});
