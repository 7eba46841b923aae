// Unit tests of the console: revisions, service connections, sign-in delays, passwords and request bodies.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as t from 'io-ts';
import { describe, expect, it } from 'vitest';
import { SystemConsoleSecrets } from '../../../adapters/node/console-secrets.js';
import { atMost } from '../../../adapters/node/concurrency.js';
import { defaultCost, scryptPasswords } from '../../../adapters/node/passwords.js';
import { serviceConnections } from '../../../application/console/sync/service-connections.js';
import { partialBody } from '../../../application/console/endpoints/body.js';
import { withDefault } from '../../../domain/codec/with-default.js';
import { stripUnknownKeys } from '../../../domain/codec/strip-unknown-keys.js';
import type { StudioEntry } from '../../../application/ports/console-store.js';
import { defaultConfiguration, type AccessConfiguration } from '../../../domain/access/configuration.js';
import { PasswordHash } from '../../../domain/console/operator.js';
import { revise } from '../../../domain/console/revision.js';
import { isExpired, noFailures, addFailure, waitMs } from '../../../domain/access/sign-in-delay.js';
import { initialConfiguration } from '../../../domain/console/studio.js';

const before: AccessConfiguration = { ...defaultConfiguration('studio-1'), version: 10 };
const listing = (...labels: string[]): AccessConfiguration => ({
  ...before,
  access: { ...before.access, listedDevices: labels.map((label) => ({ address: '10.0.0.1', label })) },
});

describe('revise', () => {
  it('keeps the version if nothing has changed, whatever the order of fields', () => {
    const { version, studioId, ...rest } = structuredClone(before);
    expect(revise(before, { ...rest, studioId, version }, null)).toBe(before);
    expect(revise(listing('a'), listing('a'), null)).toEqual(listing('a'));
  });

  it.each([
    ['a value', { ...before, access: { ...before.access, apiEnabled: false } }],
    ['an added entry', listing('a')],
    ['an object in place of a list', { ...before, devices: {} as never }],
    ['an added field', { ...before, more: 1 } as AccessConfiguration],
  ])('increments the version after %s', (_what, after) => {
    expect(revise(before, after, null)).toEqual({ ...after, version: 11 });
    expect(revise(before, after, 9)).toEqual({ ...after, version: 11 });
  });

  it('increments the version after a reordered or removed entry', () => {
    expect(revise(listing('a', 'b'), listing('b', 'a'), null).version).toBe(11);
    expect(revise(listing('a', 'b'), listing('a'), null).version).toBe(11);
  });

  it('exceeds the version that the service has applied', () => {
    expect(revise(before, listing('a'), 50).version).toBe(51);
    expect(revise(before, before, 50).version).toBe(10);
  });

  it('gives the first configuration the time in whole seconds as its version', () => {
    expect(initialConfiguration({ id: 'studio-1', name: 'One' }, 1_999).version).toBe(1);
  });
});

describe('service connections', () => {
  const listener = () => {
    const seen = { sent: [] as number[], ended: 0 };
    const send = ({ version }: AccessConfiguration) => void seen.sent.push(version);
    return { keyHash: 'key', seen, send, end: () => void (seen.ended += 1) };
  };
  const entryOf = (keyHash: string | null, configuration = before) => ({
    studio: { id: 'studio-1', name: 'One' },
    keyHash,
    configuration,
    appliedVersion: null,
  });
  const reading =
    (...entries: readonly StudioEntry[]) =>
    () =>
      Promise.resolve(entries);

  it('send a listener the configurations of its own studio until it is removed', async () => {
    const all = serviceConnections();
    const [one, other] = [listener(), listener()];
    const remove = all.listen('studio-1', one);
    all.listen('studio-2', other);
    await all.sendUpdates(['studio-1'], reading(entryOf('key')), 0);
    remove();
    await all.sendUpdates(['studio-1'], reading(entryOf('key', { ...before, version: 11 })), 0);
    expect([one.seen, other.seen]).toEqual([
      { sent: [10], ended: 0 },
      { sent: [], ended: 0 },
    ]);
    expect([all.isConnected('studio-1'), all.isConnected('studio-2')]).toEqual([false, true]);
  });

  it('send no configuration that is not newer than the last one', async () => {
    const all = serviceConnections();
    const one = listener();
    all.listen('studio-1', one);
    for (const version of [10, 12, 11, 12])
      await all.sendUpdates(['studio-1'], reading(entryOf('key', { ...before, version })), 0);
    expect(one.seen.sent).toEqual([10, 12]);
  });

  it.each([
    ['key was replaced', entryOf('other')],
    ['key was revoked', entryOf(null)],
    ['studio was removed', undefined],
  ])('end a listener whose %s, but not one that is added during the read', async (_, entry) => {
    const all = serviceConnections();
    const [old, added] = [listener(), listener()];
    all.listen('studio-1', old);
    const read = () => {
      all.listen('studio-1', added);
      return Promise.resolve(entry === undefined ? [] : [entry]);
    };
    await all.sendUpdates(['studio-1'], read, 0);
    expect([old.seen, added.seen]).toEqual([
      { sent: [], ended: 1 },
      { sent: [], ended: 0 },
    ]);
  });

  it('report the first and the last connection of a studio, and which are outdated', async () => {
    const all = serviceConnections();
    const reported: unknown[] = [];
    const stop = all.onConnectionChange((...change) => void reported.push(change));
    const status = { ...entryOf('key'), desiredVersion: 10, reports: 0 };
    const removals = [all.listen('studio-1', listener()), all.listen('studio-1', listener())];
    expect(all.isOutdated('studio-1', status, 0)).toBe(true);
    await all.sendUpdates(['studio-1'], reading(entryOf('key')), 0);
    expect(all.isOutdated('studio-1', status, 0)).toBe(false);
    expect(all.isOutdated('studio-1', { ...status, desiredVersion: 11 }, 0)).toBe(true);
    expect(all.isOutdated('studio-1', { ...status, keyHash: null }, 0)).toBe(true);
    expect(all.isOutdated('studio-1', undefined, 0)).toBe(true);
    const removeLate = all.listen('studio-1', listener());
    expect(all.isOutdated('studio-1', status, 0)).toBe(true);
    removeLate();
    for (const remove of removals) remove();
    stop();
    all.listen('studio-1', listener());
    expect(reported).toEqual([
      ['studio-1', true],
      ['studio-1', false],
    ]);
  });

  it('end all listeners on closeAll', () => {
    const all = serviceConnections();
    const [one, other] = [listener(), listener()];
    all.listen('studio-1', one);
    all.listen('studio-2', other);
    expect(all.connected()).toEqual(['studio-1', 'studio-2']);
    all.closeAll();
    expect([one.seen.ended, other.seen.ended]).toEqual([1, 1]);
  });

  it('keep at most eight listeners of a studio, and end the oldest', () => {
    const all = serviceConnections();
    const nine = Array.from({ length: 9 }, listener);
    for (const one of nine) all.listen('studio-1', one);
    expect(nine.map(({ seen }) => seen.ended)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0]);
  });
});

describe('failed sign-ins', () => {
  it('are forgotten one hour after the last one', () => {
    const failed = addFailure(noFailures, 1_000);
    expect([isExpired(failed, 3_600_999), isExpired(failed, 3_601_000)]).toEqual([false, true]);
    expect(addFailure(failed, 3_600_999).count).toBe(2);
    expect(addFailure(failed, 3_601_000).count).toBe(1);
    expect(waitMs(noFailures, 0, 5)).toBe(0);
  });
});

describe('passwords', () => {
  it('are salted, and checked with the cost that is stored with the hash', async () => {
    const cheap = scryptPasswords({ cost: 16, blockSize: 1, parallelization: 1 });
    const [one, other] = [await cheap.hash('secret'), await cheap.hash('secret')];
    expect(one.hash).not.toBe(other.hash);
    expect(PasswordHash.is(one)).toBe(true);
    expect(await scryptPasswords().matches('secret', one)).toBe(true);
    expect(await scryptPasswords().matches('Secret', one)).toBe(false);
  });

  it('are checked two at a time, so that file access never waits for all of them', async () => {
    const passwords = scryptPasswords({ cost: 2 ** 12, blockSize: 8, parallelization: 1 });
    const stored = await passwords.hash('secret');
    const folder = await mkdtemp(join(tmpdir(), 'passwords-'));
    let finished = 0;
    const checks = Array.from({ length: 60 }, async () => {
      await passwords.matches('wrong', stored);
      finished += 1;
    });
    await writeFile(join(folder, 'variable'), 'on');
    expect(finished).toBeLessThan(30);
    await Promise.all(checks);
    await rm(folder, { recursive: true });
  });

  it('are hashed at the default cost unless another one is specified', async () => {
    expect(await scryptPasswords().hash('secret')).toMatchObject({ method: 'scrypt', ...defaultCost });
  });
});

describe('limited tasks', () => {
  it('run in order, at most so many at the same time, also after one has failed', async () => {
    const run = atMost(2);
    const seen: string[] = [];
    let [running, most] = [0, 0];
    const task = (name: string) => () => {
      running += 1;
      most = Math.max(most, running);
      seen.push(name);
      return new Promise<void>((resolve, reject) =>
        setImmediate(() => {
          running -= 1;
          if (name === 'b') reject(new Error('failed'));
          else resolve();
        }),
      );
    };
    const results = await Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map((name) => run(task(name))));
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      ...Array<string>(3).fill('fulfilled'),
    ]);
    expect([seen.join(''), most]).toEqual(['abcde', 2]);
  });
});

it('generated keys, tokens and passwords have their documented formats', () => {
  const secrets = new SystemConsoleSecrets();
  expect(secrets.studioKey()).toMatch(/^studio_[0-9a-z]{40}$/);
  expect(secrets.sessionKey()).toMatch(/^[\w-]{43}$/);
  expect(secrets.password()).toMatch(/^[\w-]{16}$/);
  expect(secrets.token()).toMatch(/^svc_[0-9a-z]{32}$/);
});

it('stripUnknownKeys drops fields that the codec does not name, at any depth', () => {
  const entry = t.readonly(t.type({ a: t.number }));
  const codec = t.readonly(
    t.type({ list: withDefault(t.readonlyArray(entry), []), part: partialBody({ b: t.string }) }),
  );
  const sent = JSON.parse(
    '{"list":[{"a":1,"x":2}],"part":{"y":3,"__proto__":{"b":"z"}},"__proto__":{"x":1}}',
  ) as unknown;
  expect(stripUnknownKeys(codec, sent)).toEqual({ list: [{ a: 1 }], part: {} });
});
