// Services of several studios that one read updates: each gets the configuration of its own studio.
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
