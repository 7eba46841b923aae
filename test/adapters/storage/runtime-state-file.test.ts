// The stored runtime state under truncation, bit flips, copies of other studios and faults at every disk operation.
import { readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { disk, type DiskOperations } from '../../../adapters/storage/durable-files.js';
import { runtimeStateFile } from '../../../adapters/storage/runtime-state-file.js';
import type { RuntimeStateFile } from '../../../application/ports/runtime-state-file.js';
import { initialRuntimeState, type RuntimeState } from '../../../domain/studio/runtime-state.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { failingDisk } from './failing-disk.js';
import { storageFixture } from './storage-fixture.js';

const first = initialRuntimeState(demoStudio);
const headline = (text: string): RuntimeState => ({ ...first, variables: { ...first.variables, 'var-1': text } });

const { folder, loggedProblems, log } = storageFixture();

let opened: RuntimeStateFile[] = [];
afterEach(async () => {
  for (const one of opened) await one.close();
  opened = [];
});

const storedFile = (operations: DiskOperations = disk, studioId = 'studio-1'): RuntimeStateFile => {
  const stored = runtimeStateFile({ folder: join(folder(), 'data'), studioId, log, operations });
  opened.push(stored);
  return stored;
};
const file = () => join(folder(), 'data', 'studio-present');
const setAside = async () =>
  (await readdir(join(folder(), 'data'))).filter((name) => name.startsWith('studio-present.set-aside-'));

describe('the runtime state on a working disk', () => {
  it('is undefined if none was stored', async () => {
    expect(await storedFile().load()).toBeUndefined();
    expect(loggedProblems()).toEqual([]);
  });

  it('is the one that was stored last, and only the owner can read it', async () => {
    await storedFile().save(headline('one'));
    await storedFile().save({ ...headline('two'), status: 'on_air', holder: null, activeBank: 'music' });
    expect(await storedFile().load()).toEqual({
      ...headline('two'),
      status: 'on_air',
      holder: null,
      activeBank: 'music',
    });
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect(loggedProblems()).toEqual([]);
  });
});

describe('states that were stored one after the other', () => {
  const changes = ['one', 'two — zwei', 'three'];

  const storeAll = async (): Promise<Buffer> => {
    const stored = storedFile();
    for (const change of changes) await stored.save(headline(change));
    return readFile(file());
  };

  it('leave the last one before the octet at which a crash cuts the file off, which is logged', async () => {
    const whole = await storeAll();
    const ends = [...whole.toString('latin1').matchAll(/\n[0-9a-f]{64}\n/g)].map(({ index }) => index);
    for (let length = ends[0] ?? 0; length <= whole.length; length += 5) {
      await writeFile(file(), whole.subarray(0, length));
      const last = [...ends, whole.length].filter((end) => end <= length).length;
      expect(await storedFile().load(), String(length)).toEqual(headline(changes[last - 1] ?? ''));
    }
    expect(new Set(loggedProblems())).toEqual(new Set([expect.stringContaining('was cut off')]));
    expect(await setAside()).toEqual([]);
  });

  it('are one again after a restart, and before they grow without limit', async () => {
    await storeAll();
    const stored = storedFile();
    await stored.save(headline('four'));
    const size = (await stat(file())).size;
    expect(size).toBeLessThan(1_500);
    for (let count = 0; count * size < 300_000; count += 1) await stored.save(headline('five'));
    expect((await stat(file())).size).toBeLessThan(200_000);
    expect(await storedFile().load()).toEqual(headline('five'));
  });

  it('are replaced after one that could not be appended', async () => {
    const refused = { write: () => Promise.resolve(), sync: () => Promise.resolve(), close: () => Promise.resolve() };
    const openFile = () => Promise.resolve({ ...refused, writeDurably: () => Promise.reject(new Error('ENOSPC')) });
    const stored = runtimeStateFile({ folder: join(folder(), 'data'), studioId: 'studio-1', log, openFile });
    await stored.save(headline('one'));
    await expect(stored.save(headline('two'))).rejects.toThrow('ENOSPC');
    await stored.save(headline('three'));
    expect(await storedFile().load()).toEqual(headline('three'));
  });
});

describe('an unusable file', () => {
  it('is set aside unchanged if truncated at any octet, and an error is logged', async () => {
    await storedFile().save(headline('one'));
    const whole = await readFile(file());
    for (let length = 0; length < whole.length; length += 7) {
      await writeFile(file(), whole.subarray(0, length));
      expect(await storedFile().load()).toBeUndefined();
    }
    const lengths = await Promise.all(
      (await setAside()).map(async (name) => (await readFile(join(folder(), 'data', name))).length),
    );
    expect(lengths.toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: Math.ceil(whole.length / 7) }, (_, at) => at * 7),
    );
    expect(loggedProblems()).toHaveLength(lengths.length);
  });

  it.each(['studio-2', 'studio-10', 'studio-', 'Studio-1'])(
    "is set aside if it is another studio's: %s",
    async (other) => {
      await storedFile(disk, other).save(headline('two'));
      expect(await storedFile().load()).toBeUndefined();
      expect(await setAside()).toHaveLength(1);
      expect(loggedProblems()).toHaveLength(1);
    },
  );

  it('is logged if it can neither be read nor set aside', async () => {
    await storedFile().save(headline('one'));
    const failing = {
      ...disk,
      read: () => Promise.reject(new Error('EIO')),
      rename: () => Promise.reject(new Error('EIO')),
    };
    expect(await storedFile(failing).load()).toBeUndefined();
    expect(loggedProblems()).toEqual([expect.stringContaining('could not be set aside')]);
  });
});

describe('a disk fault', () => {
  it('at any operation leaves the old state or the new one', async () => {
    const healthy = failingDisk(Infinity);
    await storedFile(healthy.operations).save(headline('old'));
    expect(healthy.count()).toBe(4);
    for (let nth = 1; nth <= healthy.count(); nth += 1) {
      await storedFile().save(headline('old'));
      await expect(storedFile(failingDisk(nth).operations).save(headline('new'))).rejects.toThrow('the disk died');
      expect([headline('old'), headline('new')]).toContainEqual(await storedFile().load());
    }
    expect(loggedProblems()).toEqual([]);
  });
});
