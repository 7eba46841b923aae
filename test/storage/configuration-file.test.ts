// The kept configuration under truncation, bit rot, old copies and faults at every step of the disk.
import { copyFile, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { disk, type DiskSteps } from '../../adapters/storage/durable-files.js';
import { configurationFile } from '../../adapters/storage/configuration-file.js';
import {
  defaultConfiguration,
  lockedConfiguration,
  type AccessConfiguration,
} from '../../domain/access/configuration.js';
import { dyingAt } from './dying-disk.js';
import { keeping } from './keeping.js';

const version = (number: number, studioId = 'studio-1'): AccessConfiguration => ({
  ...defaultConfiguration(studioId),
  version: number,
});

const { folder, loud, log } = keeping();

const kept = (steps: DiskSteps = disk, studioId = 'studio-1') =>
  configurationFile({ folder: join(folder(), 'kept'), studioId, log, steps });

const currentFile = () => join(folder(), 'kept', 'access-configuration');

describe('a configuration on a sound disk', () => {
  it('is the default one while nothing was ever kept', async () => {
    expect(await kept().load()).toEqual(defaultConfiguration('studio-1'));
    expect(loud()).toEqual([]);
  });

  it('is the one that was kept last', async () => {
    await kept().save(version(5));
    await kept().save(version(6));
    expect(await kept().load()).toEqual(version(6));
  });

  it('leaves the one before it as a spare, and both to their owner alone', async () => {
    await kept().save(version(5));
    await kept().save(version(6));
    expect((await readdir(join(folder(), 'kept'))).sort()).toEqual([
      'access-configuration',
      'access-configuration.previous',
    ]);
    expect((await stat(currentFile())).mode & 0o777).toBe(0o600);
    await rm(currentFile());
    expect(await kept().load()).toEqual(version(5));
  });
});

describe('a broken copy', () => {
  it('is never believed, truncated at any octet', async () => {
    await kept().save(version(5));
    const whole = await readFile(currentFile());
    for (let length = 0; length < whole.length; length += 1) {
      await writeFile(currentFile(), whole.subarray(0, length));
      expect(await kept().load()).toEqual(lockedConfiguration('studio-1'));
    }
    expect(loud()).toHaveLength(whole.length);
  });

  it('is never believed, with any single bit flipped', async () => {
    await kept().save(version(5));
    const whole = await readFile(currentFile());
    for (let bit = 0; bit < whole.length * 8; bit += 1) {
      const flipped = Buffer.from(whole);
      flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      const keptCopy = kept({
        ...disk,
        read: (path) => (path === currentFile() ? Promise.resolve(flipped) : disk.read(path)),
      });
      expect(await keptCopy.load()).toEqual(lockedConfiguration('studio-1'));
    }
  });

  it.each([['garbage'], [''], ['null'], ['{"version":9}'], ['\0\0\0\0']])('is never believed: %j', async (content) => {
    await kept().save(version(5));
    await writeFile(currentFile(), content);
    expect(await kept().load()).toEqual(lockedConfiguration('studio-1'));
  });

  it('is never believed when it cannot be read', async () => {
    await kept().save(version(5));
    const unreadable = kept({ ...disk, read: () => Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' })) });
    expect(await unreadable.load()).toEqual(lockedConfiguration('studio-1'));
  });

  it('makes way for the spare, and never becomes the spare itself', async () => {
    await kept().save(version(5));
    await kept().save(version(6));
    await writeFile(currentFile(), 'garbage');
    expect(await kept().load()).toEqual(version(5));
    await kept().save(version(7));
    await writeFile(currentFile(), 'garbage');
    expect(await kept().load()).toEqual(version(5));
    expect(loud()).toEqual([]);
  });
});

describe('a copy from elsewhere', () => {
  it('of an older version gives way to a newer spare', async () => {
    await kept().save(version(4));
    await copyFile(currentFile(), join(folder(), 'old'));
    await kept().save(version(5));
    await kept().save(version(6));
    await copyFile(join(folder(), 'old'), currentFile());
    expect(await kept().load()).toEqual(version(5));
  });

  it('of another studio counts as none', async () => {
    await kept(disk, 'studio-2').save(version(9, 'studio-2'));
    expect(await kept().load()).toEqual(lockedConfiguration('studio-1'));
  });
});

describe('a fault of the disk', () => {
  it('at any step leaves the old configuration or the new one, and a spare that is sound', async () => {
    const healthy = dyingAt(Infinity);
    await kept().save(version(4));
    await kept().save(version(5));
    await kept(healthy.steps).save(version(5));
    const steps = healthy.taken();
    expect(steps).toBe(5);
    for (let nth = 1; nth <= steps; nth += 1) {
      await rm(join(folder(), 'kept'), { recursive: true });
      await kept().save(version(4));
      await kept().save(version(5));
      await expect(kept(dyingAt(nth).steps).save(version(6))).rejects.toThrow('the disk died');
      expect([version(5), version(6)]).toContainEqual(await kept().load());
      await rm(currentFile(), { force: true });
      expect([version(4), version(5)]).toContainEqual(await kept().load());
    }
  });

  it('at any step of the very first keeping leaves the default or the new one', async () => {
    for (let nth = 1; nth <= 4; nth += 1) {
      await rm(join(folder(), 'kept'), { recursive: true, force: true });
      await expect(kept(dyingAt(nth).steps).save(version(1))).rejects.toThrow('the disk died');
      expect([version(0), version(1)]).toContainEqual(await kept().load());
    }
  });

  it('is ruled out by order: content on the disk before its name, the name before it is told', async () => {
    const order: string[] = [];
    const noted =
      <A extends unknown[], B>(name: string, step: (...args: A) => Promise<B>) =>
      async (...args: A) => {
        order.push(name);
        return step(...args);
      };
    const steps: DiskSteps = {
      read: disk.read,
      write: noted('write', disk.write),
      rename: noted('rename', disk.rename),
      makeFolder: noted('makeFolder', disk.makeFolder),
      syncFolder: noted('syncFolder', disk.syncFolder),
    };
    await kept(steps).save(version(1));
    expect(order).toEqual(['makeFolder', 'write', 'rename', 'syncFolder']);
  });
});
