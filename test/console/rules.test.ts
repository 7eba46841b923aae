// The console's small rules, each alone: revisions, listeners, delays, passwords and what is taken from a body.
import * as t from 'io-ts';
import { describe, expect, it } from 'vitest';
import { SystemConsoleSecrets } from '../../adapters/node/console-secrets.js';
import { customaryCost, scryptPasswords } from '../../adapters/node/passwords.js';
import { announcements } from '../../application/console/announcements.js';
import { orElse, partOf } from '../../application/console/body.js';
import { exactly } from '../../application/console/exactly.js';
import { defaultConfiguration, type AccessConfiguration } from '../../domain/access/configuration.js';
import { PasswordHash } from '../../domain/console/operator.js';
import { revise } from '../../domain/console/revision.js';
import { isForgotten, noFailures, oneMore, waitMs } from '../../domain/console/sign-in-delay.js';
import { firstConfiguration } from '../../domain/console/studio.js';

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
    expect(firstConfiguration({ id: 'studio-1', name: 'One' }, 1_999).version).toBe(1);
  });
});

describe('the listeners of a studio', () => {
  const listener = () => {
    const seen = { sent: [] as number[], ended: 0 };
    const send = ({ version }: AccessConfiguration) => void seen.sent.push(version);
    return { seen, send, end: () => void (seen.ended += 1) };
  };

  it('hear of their own studio until they leave', () => {
    const all = announcements();
    const [one, other] = [listener(), listener()];
    const leave = all.listen('studio-1', one);
    all.listen('studio-2', other);
    all.announce(before);
    leave();
    all.announce(before);
    expect([one.seen, other.seen]).toEqual([
      { sent: [10], ended: 0 },
      { sent: [], ended: 0 },
    ]);
    expect([all.isConnected('studio-1'), all.isConnected('studio-2')]).toEqual([false, true]);
  });

  it('are cut off by studio, or all of them', () => {
    const all = announcements();
    const [one, other] = [listener(), listener()];
    all.listen('studio-1', one);
    all.listen('studio-2', other);
    all.cutOff('studio-1');
    expect([one.seen.ended, other.seen.ended]).toEqual([1, 0]);
    expect(all.isConnected('studio-1')).toBe(false);
    all.cutOffAll();
    expect([one.seen.ended, other.seen.ended]).toEqual([1, 1]);
  });

  it('are eight at most: the oldest makes way', () => {
    const all = announcements();
    const nine = Array.from({ length: 9 }, listener);
    for (const one of nine) all.listen('studio-1', one);
    expect(nine.map(({ seen }) => seen.ended)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0]);
  });
});

describe('failures', () => {
  it('are forgotten an hour after the last, not before', () => {
    const failed = oneMore(noFailures, 1_000);
    expect([isForgotten(failed, 3_600_999), isForgotten(failed, 3_601_000)]).toEqual([false, true]);
    expect(oneMore(failed, 3_600_999).count).toBe(2);
    expect(oneMore(failed, 3_601_000).count).toBe(1);
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
    expect(await scryptPasswords().hash('secret')).toMatchObject({ method: 'scrypt', ...customaryCost });
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
  const codec = t.readonly(t.type({ list: orElse(t.readonlyArray(entry), []), part: partOf({ b: t.string }) }));
  const sent = JSON.parse(
    '{"list":[{"a":1,"x":2}],"part":{"y":3,"__proto__":{"b":"z"}},"__proto__":{"x":1}}',
  ) as unknown;
  expect(exactly(codec, sent)).toEqual({ list: [{ a: 1 }], part: {} });
});
