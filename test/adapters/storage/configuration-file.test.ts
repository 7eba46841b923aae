// The stored configuration under truncation, bit flips, old copies and faults at every disk operation.
import { copyFile, mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { disk, type DiskOperations } from '../../../adapters/storage/durable-files.js';
import { configurationFile, forgetConfiguration } from '../../../adapters/storage/configuration-file.js';
import {
  defaultConfiguration,
  lockedConfiguration,
  type AccessConfiguration,
} from '../../../domain/access/configuration.js';
import { memoryLog } from '../../application/console/readable-log.js';
import { configurationFileContract } from '../../contracts/configuration-file.js';
import { failingDisk } from './failing-disk.js';
import { storageFixture } from './storage-fixture.js';

const version = (number: number, studioId = 'studio-1'): AccessConfiguration => ({
  ...defaultConfiguration(studioId),
  version: number,
});

const { folder, loggedProblems, log } = storageFixture();

const storedFile = (operations: DiskOperations = disk, studioId = 'studio-1') =>
  configurationFile({ folder: join(folder(), 'data'), studioId, log, operations });

const currentFile = () => join(folder(), 'data', 'access-configuration');

describe('the configuration on a working disk', () => {
  it('is the default one if none was stored', async () => {
    expect(await storedFile().load()).toEqual(defaultConfiguration('studio-1'));
    expect(loggedProblems()).toEqual([]);
  });

  it('is the one that was stored last', async () => {
    await storedFile().save(version(5));
    await storedFile().save(version(6));
    expect(await storedFile().load()).toEqual(version(6));
  });

  it('is the current one of two copies with the same version', async () => {
    await storedFile().save({ ...version(5), access: { ...version(5).access, apiEnabled: false } });
    await storedFile().save(version(5));
    expect(await storedFile().load()).toEqual(version(5));
  });

  it('has the previous one as a backup, and only the owner can read both', async () => {
    await storedFile().save(version(5));
    await storedFile().save(version(6));
    expect((await readdir(join(folder(), 'data'))).sort()).toEqual([
      'access-configuration',
      'access-configuration.previous',
    ]);
    expect((await stat(currentFile())).mode & 0o777).toBe(0o600);
    await rm(currentFile());
    expect(await storedFile().load()).toEqual(version(5));
  });
});

configurationFileContract('a folder', () => storedFile());

describe('a forgotten configuration', () => {
  const data = (): string => join(folder(), 'data');

  it('leaves no copy, so that the default one applies', async () => {
    await storedFile().save(version(5));
    await storedFile().save(version(2 ** 48));
    await writeFile(join(data(), 'access-configuration.new'), 'unfinished');
    await writeFile(join(data(), 'runtime-state'), 'kept');
    expect(await forgetConfiguration(data())).toBe(true);
    expect(await readdir(data())).toEqual(['runtime-state']);
    expect(await storedFile().load()).toEqual(defaultConfiguration('studio-1'));
    expect(loggedProblems()).toEqual([]);
  });

  it('may have only one copy, or be corrupted', async () => {
    await storedFile().save(version(5));
    await writeFile(currentFile(), 'garbage');
    expect(await forgetConfiguration(data())).toBe(true);
    expect(await readdir(data())).toEqual([]);
  });

  it.each(['access-configuration.previous', 'access-configuration.new'])(
    'remains in force as long as %s can not be removed',
    async (older) => {
      await storedFile().save(version(5));
      await mkdir(join(data(), older));
      await expect(forgetConfiguration(data())).rejects.toThrow(older);
      expect(await storedFile().load()).toEqual(version(5));
    },
  );

  it('that was not stored changes nothing', async () => {
    expect(await forgetConfiguration(data())).toBe(false);
    expect(await readdir(folder())).toEqual([]);
  });
});

describe('a corrupted copy', () => {
  it('is not used if its version is above the highest: the previous one is', async () => {
    await storedFile().save(version(5));
    await storedFile().save(version(2 ** 48 + 1));
    expect(await storedFile().load()).toEqual(version(5));
  });

  it('is not used if truncated at any octet', async () => {
    await storedFile().save(version(5));
    const whole = await readFile(currentFile());
    for (let length = 0; length < whole.length; length += 1) {
      await writeFile(currentFile(), whole.subarray(0, length));
      expect(await storedFile().load()).toEqual(lockedConfiguration('studio-1'));
    }
    expect(loggedProblems()).toHaveLength(whole.length);
  });

  it('is not used with any single bit flipped', async () => {
    await storedFile().save(version(5));
    const whole = await readFile(currentFile());
    for (let bit = 0; bit < whole.length * 8; bit += 1) {
      const flipped = Buffer.from(whole);
      flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      const corrupted = storedFile({
        ...disk,
        read: (path) => (path === currentFile() ? Promise.resolve(flipped) : disk.read(path)),
      });
      expect(await corrupted.load()).toEqual(lockedConfiguration('studio-1'));
    }
  });

  it('is not used when it cannot be read', async () => {
    await storedFile().save(version(5));
    const unreadable = storedFile({
      ...disk,
      read: () => Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' })),
    });
    expect(await unreadable.load()).toEqual(lockedConfiguration('studio-1'));
  });

  it('is replaced by the backup, and never becomes the backup itself', async () => {
    await storedFile().save(version(5));
    await storedFile().save(version(6));
    await writeFile(currentFile(), 'garbage');
    expect(await storedFile().load()).toEqual(version(5));
    await storedFile().save(version(7));
    await writeFile(currentFile(), 'garbage');
    expect(await storedFile().load()).toEqual(version(5));
    expect(loggedProblems()).toEqual([]);
  });
});

it('a warning names why the current copy is not used, and a stop between the two renames causes none', async () => {
  const readable = memoryLog();
  const load = () => configurationFile({ folder: join(folder(), 'data'), studioId: 'studio-1', log: readable }).load();
  await storedFile().save(version(5));
  await storedFile().save(version(6));
  await writeFile(currentFile(), 'garbage');
  expect(await load()).toEqual(version(5));
  const fault = JSON.stringify({ fault: 'its checksum is wrong' });
  expect(readable.lines.splice(0)).toEqual([`the current copy of the access configuration can not be used ${fault}`]);
  await rm(currentFile());
  expect(await load()).toEqual(version(5));
  expect(readable.lines).toEqual([]);
});

describe('a misplaced copy', () => {
  it('of an older version is not used if the backup is newer', async () => {
    await storedFile().save(version(4));
    await copyFile(currentFile(), join(folder(), 'old'));
    await storedFile().save(version(5));
    await storedFile().save(version(6));
    await copyFile(join(folder(), 'old'), currentFile());
    expect(await storedFile().load()).toEqual(version(5));
  });

  it.each(['studio-2', 'studio-10', 'studio-', 'Studio-1'])('of another studio is not used: %s', async (other) => {
    await storedFile(disk, other).save(version(9, other));
    expect(await storedFile().load()).toEqual(lockedConfiguration('studio-1'));
  });

  it('of another studio does not become the backup', async () => {
    await storedFile().save(version(4));
    await storedFile().save(version(5));
    await storedFile(disk, 'studio-2').save(version(9, 'studio-2'));
    await storedFile().save(version(6));
    await rm(currentFile());
    expect(await storedFile().load()).toEqual(version(4));
  });
});

describe('a disk fault', () => {
  it('at any operation leaves the old configuration or the new one, and a valid backup', async () => {
    const healthy = failingDisk(Infinity);
    await storedFile().save(version(4));
    await storedFile().save(version(5));
    await storedFile(healthy.operations).save(version(5));
    const operationCount = healthy.count();
    expect(operationCount).toBe(5);
    for (let nth = 1; nth <= operationCount; nth += 1) {
      await rm(join(folder(), 'data'), { recursive: true });
      await storedFile().save(version(4));
      await storedFile().save(version(5));
      await expect(storedFile(failingDisk(nth).operations).save(version(6))).rejects.toThrow('the disk died');
      expect([version(5), version(6)]).toContainEqual(await storedFile().load());
      await rm(currentFile(), { force: true });
      expect([version(4), version(5)]).toContainEqual(await storedFile().load());
    }
  });

  it('at any operation of the first write leaves the default or the new one', async () => {
    for (let nth = 1; nth <= 4; nth += 1) {
      await rm(join(folder(), 'data'), { recursive: true, force: true });
      await expect(storedFile(failingDisk(nth).operations).save(version(1))).rejects.toThrow('the disk died');
      expect([version(0), version(1)]).toContainEqual(await storedFile().load());
    }
  });

  it('has no effect on the order: the content is on disk before its name, and the name before the promise resolves', async () => {
    const order: string[] = [];
    const recorded =
      <A extends unknown[], B>(name: string, operation: (...args: A) => Promise<B>) =>
      async (...args: A) => {
        order.push(name);
        return operation(...args);
      };
    const operations: DiskOperations = {
      read: disk.read,
      write: recorded('write', disk.write),
      rename: recorded('rename', disk.rename),
      remove: recorded('remove', disk.remove),
      makeFolder: recorded('makeFolder', disk.makeFolder),
      syncFolder: recorded('syncFolder', disk.syncFolder),
    };
    await storedFile(operations).save(version(1));
    expect(order).toEqual(['makeFolder', 'write', 'rename', 'syncFolder']);
  });
});
