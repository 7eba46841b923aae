// The console's small rules, each alone: revisions, listeners, delays, passwords and what is taken from a body.
import * as t from 'io-ts';
import { describe, expect, it } from 'vitest';
import { SystemConsoleSecrets } from '../../adapters/node/console-secrets.js';
import { defaultCost, scryptPasswords } from '../../adapters/node/passwords.js';
import { serviceConnections } from '../../application/console/sync/service-connections.js';
import { withDefault, partialBody } from '../../application/console/endpoints/body.js';
import { stripUnknownKeys } from '../../domain/codec/strip-unknown-keys.js';
import type { StudioEntry } from '../../application/ports/console-store.js';
import { defaultConfiguration, type AccessConfiguration } from '../../domain/access/configuration.js';
import { PasswordHash } from '../../domain/console/operator.js';
import { revise } from '../../domain/console/revision.js';
import { isExpired, noFailures, addFailure, waitMs } from '../../domain/console/sign-in-delay.js';
import { initialConfiguration } from '../../domain/console/studio.js';

const before: AccessConfiguration = { ...defaultConfiguration('studio-1'), version: 10 };
const listing = (...labels: string[]): AccessConfiguration => ({
  ...before,
  access: { ...before.access, listedDevices: labels.map((label) => ({ address: '10.0.0.1', label })) },
});

describe('a revision', () => {
  it('is none where nothing has changed, whatever the order of fields', () => {
    const { version, studioId, ...rest } = structuredClone(before);
    expect(revise(before, { ...rest, studioId, version }, null)).toBe(before);
    expect(revise(listing('a'), listing('a'), null)).toEqual(listing('a'));
  });

  it.each([
    ['a value', { ...before, access: { ...before.access, apiEnabled: false } }],
    ['an entry more', listing('a')],
    ['a list that is none', { ...before, devices: {} as never }],
    ['a field more', { ...before, more: 1 } as AccessConfiguration],
  ])('is one version on: %s', (_what, after) => {
    expect(revise(before, after, null)).toEqual({ ...after, version: 11 });
    expect(revise(before, after, 9)).toEqual({ ...after, version: 11 });
  });

  it('counts the order of entries, and fewer of them', () => {
    expect(revise(listing('a', 'b'), listing('b', 'a'), null).version).toBe(11);
    expect(revise(listing('a', 'b'), listing('a'), null).version).toBe(11);
  });

  it('is ahead of what the service holds', () => {
    expect(revise(before, listing('a'), 50).version).toBe(51);
    expect(revise(before, before, 50).version).toBe(10);
  });

  it('starts with the time in whole seconds', () => {
    expect(initialConfiguration({ id: 'studio-1', name: 'One' }, 1_999).version).toBe(1);
  });
});

describe('the listeners of a studio', () => {
  const listener = () => {
    const seen = { sent: [] as number[], ended: 0 };
    const send = ({ version }: AccessConfiguration) => void seen.sent.push(version);
    return { keyHash: 'key', seen, send, end: () => void (seen.ended += 1) };
  };
  const entryOf = (keyHash: string | null, configuration = before) => ({
    ...{ studio: { id: 'studio-1', name: 'One' }, keyHash, configuration, appliedVersion: null },
  });
  const reading = (entry: StudioEntry | undefined) => () => Promise.resolve(entry);

  it('hear of their own studio until they leave', async () => {
    const all = serviceConnections();
    const [one, other] = [listener(), listener()];
    const leave = all.listen('studio-1', one);
    all.listen('studio-2', other);
    await all.sendUpdates('studio-1', reading(entryOf('key')));
    leave();
    await all.sendUpdates('studio-1', reading(entryOf('key', { ...before, version: 11 })));
    expect([one.seen, other.seen]).toEqual([
      { sent: [10], ended: 0 },
      { sent: [], ended: 0 },
    ]);
    expect([all.isConnected('studio-1'), all.isConnected('studio-2')]).toEqual([false, true]);
  });

  it('are never sent what isn’t newer than what they have', async () => {
    const all = serviceConnections();
    const one = listener();
    all.listen('studio-1', one);
    for (const version of [10, 12, 11, 12])
      await all.sendUpdates('studio-1', reading(entryOf('key', { ...before, version })));
    expect(one.seen.sent).toEqual([10, 12]);
  });

  it.each([
    ['key is another', entryOf('other')],
    ['key is none', entryOf(null)],
    ['studio is gone', undefined],
  ])('are cut off where the %s; who comes meanwhile is not judged by what was read before', async (_, entry) => {
    const all = serviceConnections();
    const [old, young] = [listener(), listener()];
    all.listen('studio-1', old);
    await all.sendUpdates('studio-1', () => {
      all.listen('studio-1', young);
      return Promise.resolve(entry);
    });
    expect([old.seen, young.seen]).toEqual([
      { sent: [], ended: 1 },
      { sent: [], ended: 0 },
    ]);
  });

  it('are told of as they come and go, and which of them are behind', async () => {
    const all = serviceConnections();
    const told: unknown[] = [];
    const stop = all.onConnectionChange((...presence) => void told.push(presence));
    const standing = { ...entryOf('key'), desiredVersion: 10, refusal: null, connected: true, reports: 0 };
    const leaves = [all.listen('studio-1', listener()), all.listen('studio-1', listener())];
    expect(all.isOutdated('studio-1', standing)).toBe(true);
    await all.sendUpdates('studio-1', reading(entryOf('key')));
    expect(all.isOutdated('studio-1', standing)).toBe(false);
    expect(all.isOutdated('studio-1', { ...standing, desiredVersion: 11 })).toBe(true);
    expect(all.isOutdated('studio-1', { ...standing, keyHash: null })).toBe(true);
    expect(all.isOutdated('studio-1', undefined)).toBe(true);
    for (const leave of leaves) leave();
    stop();
    all.listen('studio-1', listener());
    expect(told).toEqual([
      ['studio-1', true],
      ['studio-1', false],
    ]);
  });

  it('are cut off all together', () => {
    const all = serviceConnections();
    const [one, other] = [listener(), listener()];
    all.listen('studio-1', one);
    all.listen('studio-2', other);
    expect(all.connected()).toEqual(['studio-1', 'studio-2']);
    all.closeAll();
    expect([one.seen.ended, other.seen.ended]).toEqual([1, 1]);
  });

  it('are eight at most: the oldest makes way', () => {
    const all = serviceConnections();
    const nine = Array.from({ length: 9 }, listener);
    for (const one of nine) all.listen('studio-1', one);
    expect(nine.map(({ seen }) => seen.ended)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0]);
  });
});

describe('failures', () => {
  it('are forgotten an hour after the last, not before', () => {
    const failed = addFailure(noFailures, 1_000);
    expect([isExpired(failed, 3_600_999), isExpired(failed, 3_601_000)]).toEqual([false, true]);
    expect(addFailure(failed, 3_600_999).count).toBe(2);
    expect(addFailure(failed, 3_601_000).count).toBe(1);
    expect(waitMs(noFailures, 0)).toBe(0);
  });
});

describe('passwords', () => {
  it('are salted, kept with how they were hashed, and found right by that', async () => {
    const cheap = scryptPasswords({ cost: 16, blockSize: 1, parallelization: 1 });
    const [one, other] = [await cheap.hash('secret'), await cheap.hash('secret')];
    expect(one.hash).not.toBe(other.hash);
    expect(PasswordHash.is(one)).toBe(true);
    expect(await scryptPasswords().matches('secret', one)).toBe(true);
    expect(await scryptPasswords().matches('Secret', one)).toBe(false);
  });

  it('are hashed slowly unless a test says otherwise', async () => {
    expect(await scryptPasswords().hash('secret')).toMatchObject({ method: 'scrypt', ...defaultCost });
  });
});

it('keys and passwords come out as they are meant', () => {
  const secrets = new SystemConsoleSecrets();
  expect(secrets.studioKey()).toMatch(/^studio_[0-9a-z]{40}$/);
  expect(secrets.sessionKey()).toMatch(/^[\w-]{43}$/);
  expect(secrets.password()).toMatch(/^[\w-]{16}$/);
  expect(secrets.token()).toMatch(/^svc_[0-9a-z]{32}$/);
});

it('of a body only what its codec names is taken, at any depth', () => {
  const entry = t.readonly(t.type({ a: t.number }));
  const codec = t.readonly(
    t.type({ list: withDefault(t.readonlyArray(entry), []), part: partialBody({ b: t.string }) }),
  );
  const sent = JSON.parse(
    '{"list":[{"a":1,"x":2}],"part":{"y":3,"__proto__":{"b":"z"}},"__proto__":{"x":1}}',
  ) as unknown;
  expect(stripUnknownKeys(codec, sent)).toEqual({ list: [{ a: 1 }], part: {} });
});
