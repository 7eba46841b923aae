// Studio keys: their form, and their replacement with an overlap.
import { describe, expect, it } from 'vitest';
import { acceptsKey, replaceKey, validOldKey, withoutOldKey } from '../../../domain/console/studio-key.js';

const old = { hash: 'old', validUntil: 100 };

describe('@KEY-1: a replaced key', () => {
  it('is valid for the overlap beside the new one', () => {
    const keys = replaceKey({ keyHash: 'first' }, { keyHash: 'second', now: 1_000, overlapMs: 500 });
    expect(keys).toEqual({ keyHash: 'second', oldKey: { hash: 'first', validUntil: 1_500 } });
    expect(['first', 'second', 'third'].map((hash) => acceptsKey(keys, hash, 1_499))).toEqual([true, true, false]);
    expect(['first', 'second', 'third'].map((hash) => acceptsKey(keys, hash, 1_500))).toEqual([false, true, false]);
    expect([validOldKey(keys, 1_499)?.hash, validOldKey(keys, 1_500)]).toEqual(['first', undefined]);
  });

  it('ends at once without an overlap', () => {
    expect(replaceKey({ keyHash: 'first' }, { keyHash: 'second', now: 0, overlapMs: 0 })).toEqual({
      keyHash: 'second',
    });
  });

  it('has no old one if there was none', () => {
    expect(replaceKey({ keyHash: null }, { keyHash: 'first', now: 0, overlapMs: 9 })).toEqual({ keyHash: 'first' });
    expect(acceptsKey({ keyHash: null }, 'first', 0)).toBe(false);
  });
});

describe('@KEY-3: a key that is replaced again', () => {
  const again = { keyHash: 'third', overlapMs: 500 };

  it('is dropped while the old one is valid, which stays', () => {
    expect(replaceKey({ keyHash: 'second', oldKey: old }, { ...again, now: 99 })).toEqual({
      keyHash: 'third',
      oldKey: { hash: 'old', validUntil: 599 },
    });
  });

  it('stays once the old one has expired', () => {
    expect(replaceKey({ keyHash: 'second', oldKey: old }, { ...again, now: 100 })).toEqual({
      keyHash: 'third',
      oldKey: { hash: 'second', validUntil: 600 },
    });
  });
});

describe('@KEY-4: the old key', () => {
  it('is removed, and nothing changes without one', () => {
    const keys = { keyHash: 'second' };
    expect(withoutOldKey({ ...keys, oldKey: old })).toEqual(keys);
    expect(withoutOldKey(keys)).toBe(keys);
  });
});
