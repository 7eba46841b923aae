// The connected services of the studios: which configurations they get, and when they are ended.
import { describe, expect, it } from 'vitest';
import { serviceConnections } from '../../../../application/console/sync/service-connections.js';
import type { StudioEntry } from '../../../../application/ports/console-store.js';
import { defaultConfiguration, type AccessConfiguration } from '../../../../domain/access/configuration.js';

const entryOf = (id: string, version: number): StudioEntry => ({
  studio: { id, name: id },
  keyHash: 'key',
  configuration: { ...defaultConfiguration(id), version },
  appliedVersion: null,
});

const listener = () => {
  const seen: string[] = [];
  return {
    keyHash: 'key',
    seen,
    send: ({ studioId, version }: AccessConfiguration) => void seen.push(`${studioId} ${String(version)}`),
    end: () => void seen.push('end'),
  };
};

const ids = ['studio-1', 'studio-2', 'studio-3'];

const bench = () => {
  const all = serviceConnections();
  const listeners = ids.map((id) => {
    const one = listener();
    all.listen(id, one);
    return one;
  });
  return { all, seen: () => listeners.map((one) => one.seen) };
};

describe('services of several studios', () => {
  it.each([
    ['in their order', ids],
    ['in another order', ids.toReversed()],
  ])('get the configurations of their own studios, which are read %s', async (_, order) => {
    const { all, seen } = bench();
    await all.sendUpdates(ids, () => Promise.resolve(order.map((id) => entryOf(id, ids.indexOf(id) + 10))), 0);
    expect(seen()).toEqual([['studio-1 10'], ['studio-2 11'], ['studio-3 12']]);
  });

  it('of which one was removed lose that one alone', async () => {
    const { all, seen } = bench();
    await all.sendUpdates(ids, () => Promise.resolve([entryOf('studio-3', 12), entryOf('studio-1', 10)]), 0);
    expect(seen()).toEqual([['studio-1 10'], ['end'], ['studio-3 12']]);
    expect(all.connected()).toEqual(['studio-1', 'studio-3']);
  });

  it('get nothing for a studio that was not updated', async () => {
    const { all, seen } = bench();
    const asked: (readonly string[])[] = [];
    const read = (studioIds: readonly string[]) => {
      asked.push(studioIds);
      return Promise.resolve([entryOf('studio-2', 11)]);
    };
    await all.sendUpdates(['studio-2', 'studio-9'], read, 0);
    expect([seen(), asked]).toEqual([[[], ['studio-2 11'], []], [['studio-2']]]);
  });
});

describe('services of one studio', () => {
  const reading =
    (...entries: readonly StudioEntry[]) =>
    () =>
      Promise.resolve(entries);
  const entry = entryOf('studio-1', 10);

  it('get the configurations of their own studio until they are removed', async () => {
    const all = serviceConnections();
    const [one, other] = [listener(), listener()];
    const remove = all.listen('studio-1', one);
    all.listen('studio-2', other);
    await all.sendUpdates(['studio-1'], reading(entry), 0);
    remove();
    await all.sendUpdates(['studio-1'], reading(entryOf('studio-1', 11)), 0);
    expect([one.seen, other.seen]).toEqual([['studio-1 10'], []]);
    expect([all.isConnected('studio-1'), all.isConnected('studio-2')]).toEqual([false, true]);
  });

  it('get no configuration that is not newer than the last one', async () => {
    const all = serviceConnections();
    const one = listener();
    all.listen('studio-1', one);
    for (const version of [10, 12, 11, 12])
      await all.sendUpdates(['studio-1'], reading(entryOf('studio-1', version)), 0);
    expect(one.seen).toEqual(['studio-1 10', 'studio-1 12']);
  });

  it.each([
    ['key was replaced', { ...entry, keyHash: 'other' }],
    ['key was revoked', { ...entry, keyHash: null }],
    ['studio was removed', undefined],
  ])('are ended if their %s, but not one that is added during the read', async (_, found) => {
    const all = serviceConnections();
    const [old, added] = [listener(), listener()];
    all.listen('studio-1', old);
    const read = () => {
      all.listen('studio-1', added);
      return Promise.resolve(found === undefined ? [] : [found]);
    };
    await all.sendUpdates(['studio-1'], read, 0);
    expect([old.seen, added.seen]).toEqual([['end'], []]);
  });

  it('are reported with the first and the last connection, and may be outdated', async () => {
    const all = serviceConnections();
    const reported: unknown[] = [];
    const stop = all.onConnectionChange((...change) => void reported.push(change));
    const status = { ...entry, desiredVersion: 10, reports: 0 };
    const removals = [all.listen('studio-1', listener()), all.listen('studio-1', listener())];
    expect(all.isOutdated('studio-1', status, 0)).toBe(true);
    await all.sendUpdates(['studio-1'], reading(entry), 0);
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

  it('are ended by closeAll', () => {
    const all = serviceConnections();
    const [one, other] = [listener(), listener()];
    all.listen('studio-1', one);
    all.listen('studio-2', other);
    expect(all.connected()).toEqual(['studio-1', 'studio-2']);
    all.closeAll();
    expect([one.seen, other.seen]).toEqual([['end'], ['end']]);
  });

  it('are at most eight: the oldest is ended', () => {
    const all = serviceConnections();
    const nine = Array.from({ length: 9 }, listener);
    for (const one of nine) all.listen('studio-1', one);
    expect(nine.map(({ seen }) => seen)).toEqual([['end'], [], [], [], [], [], [], [], []]);
  });
});
