// What every store of the console must do, whatever it is made of.
import * as E from 'fp-ts/lib/Either.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ConsoleStore, StudioEntry } from '../../application/console/ports.js';
import { defaultConfiguration, type AccessConfiguration } from '../../domain/access/configuration.js';
import type { TokenHash } from '../../domain/access/token.js';
import type { PasswordHash } from '../../domain/console/operator.js';
import type { Device } from '../../domain/devices/device.js';
import { failure } from '../../domain/failure.js';

const entry = (id: string): StudioEntry => ({
  studio: { id, name: `Studio ${id}` },
  keyHash: 'a'.repeat(64),
  configuration: { ...defaultConfiguration(id), version: 100 },
  appliedVersion: null,
});

const device: Device = {
  id: 'device-1',
  name: 'Panel "ü" \'; --',
  access: 'read_only',
  station: null,
  fixedAddress: 'fd00::1',
  features: ['signals'],
  state: 'active',
  tokenHash: 'b'.repeat(64) as TokenHash,
};

const password: PasswordHash = {
  method: 'scrypt',
  cost: 16,
  blockSize: 8,
  parallelization: 1,
  salt: 'c2FsdA==',
  hash: 'aGFzaA==',
};

const next = (configuration: AccessConfiguration): AccessConfiguration => ({
  ...configuration,
  version: configuration.version + 1,
});

/** Runs the contract over the stores that `open` makes, each new and empty. */
export const consoleStoreContract = (name: string, open: () => Promise<ConsoleStore>): void => {
  describe(`the console's store, ${name}`, () => {
    let store: ConsoleStore;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());

    it('begins empty', async () => {
      expect(await store.studios()).toEqual([]);
      expect(await store.studio('studio-1')).toBeUndefined();
      expect(await store.hasOperators()).toBe(false);
      expect(await store.operator('admin')).toBeUndefined();
      expect(await store.session('x')).toBeUndefined();
    });

    it('gives studios as they were added, in the order of their ids', async () => {
      expect(await store.addStudio(entry('b'))).toBe(true);
      expect(await store.addStudio(entry('a'))).toBe(true);
      expect(await store.studios()).toEqual([entry('a'), entry('b')]);
      expect(await store.studio('b')).toEqual(entry('b'));
    });

    it('takes an id once', async () => {
      await store.addStudio(entry('a'));
      expect(await store.addStudio({ ...entry('a'), keyHash: null })).toBe(false);
      expect(await store.studio('a')).toEqual(entry('a'));
    });

    it('keeps what a change makes of a configuration, and gives it', async () => {
      await store.addStudio(entry('a'));
      await store.addStudio(entry('b'));
      const changed = { ...entry('a').configuration, version: 101, devices: [device] };
      expect(await store.change('a', () => E.right(changed))).toEqual(E.right(changed));
      expect((await store.studio('a'))?.configuration).toEqual(changed);
      expect(await store.studio('b')).toEqual(entry('b'));
    });

    it('shows a change the whole entry', async () => {
      await store.addStudio(entry('a'));
      await store.setApplied('a', 77);
      const shown: StudioEntry[] = [];
      await store.change('a', (before) => {
        shown.push(before);
        return E.right(before.configuration);
      });
      expect(shown.at(-1)).toEqual({ ...entry('a'), appliedVersion: 77 });
    });

    it('keeps everything as it was when a change is refused or fails', async () => {
      await store.addStudio(entry('a'));
      const refused = E.left(failure('conflict', 'no'));
      expect(await store.change('a', () => refused)).toEqual(refused);
      await expect(
        store.change('a', () => {
          throw new Error('unforeseen');
        }),
      ).rejects.toThrow('unforeseen');
      expect(await store.studio('a')).toEqual(entry('a'));
      expect(await store.change('a', ({ configuration }) => E.right(next(configuration)))).toMatchObject({
        right: { version: 101 },
      });
    });

    it('knows no change of a studio that is not there', async () => {
      expect(await store.change('nobody', ({ configuration }) => E.right(configuration))).toBeUndefined();
    });

    it('loses none of many changes at once', async () => {
      await store.addStudio(entry('a'));
      await Promise.all(
        Array.from({ length: 50 }, () => store.change('a', ({ configuration }) => E.right(next(configuration)))),
      );
      expect((await store.studio('a'))?.configuration.version).toBe(150);
    });

    it('replaces keys and takes them away', async () => {
      await store.addStudio(entry('a'));
      expect(await store.setKey('a', 'f'.repeat(64))).toBe(true);
      expect((await store.studio('a'))?.keyHash).toBe('f'.repeat(64));
      expect(await store.setKey('a', null)).toBe(true);
      expect((await store.studio('a'))?.keyHash).toBeNull();
      expect(await store.setKey('nobody', null)).toBe(false);
    });

    it('keeps the version that was told back, large ones too', async () => {
      await store.addStudio(entry('a'));
      await store.setApplied('a', 2 ** 52);
      expect((await store.studio('a'))?.appliedVersion).toBe(2 ** 52);
    });

    it('knows no last call of a device that never called', async () => {
      await store.addStudio(entry('a'));
      expect(await store.lastCalls('a')).toEqual(new Map());
    });

    it('keeps operators, and signs one out whose password changes', async () => {
      await store.setOperator({ username: 'admin', password });
      await store.setOperator({ username: 'other', password });
      await store.addSession({ keyHash: 'one', username: 'admin', expiresAt: 1_000 });
      await store.addSession({ keyHash: 'two', username: 'other', expiresAt: 2_000 });
      await store.setOperator({ username: 'admin', password: { ...password, cost: 32 } });
      expect(await store.hasOperators()).toBe(true);
      expect(await store.operator('admin')).toEqual({ username: 'admin', password: { ...password, cost: 32 } });
      expect(await store.session('one')).toBeUndefined();
      expect(await store.session('two')).toEqual({ keyHash: 'two', username: 'other', expiresAt: 2_000 });
    });

    it('forgets sessions that end or have expired', async () => {
      await store.setOperator({ username: 'admin', password });
      for (const [keyHash, expiresAt] of [
        ['one', 1_000],
        ['two', 2_000],
        ['three', 3_000],
      ] as const)
        await store.addSession({ keyHash, username: 'admin', expiresAt });
      await store.removeSessionsExpiredBy(1_000);
      await store.removeSession('three');
      expect(await store.session('one')).toBeUndefined();
      expect(await store.session('two')).toBeDefined();
      expect(await store.session('three')).toBeUndefined();
    });
  });
};
