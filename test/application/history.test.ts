// What listeners that come back are told: everything after what they have seen, or that this isn't known.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { history } from '../../application/events/history.js';

const size = 5;

const filled = (count: number) => {
  const past = history<string>('run', size);
  const ids = Array.from({ length: count }, () => past.add((id) => id));
  return { past, ids };
};

describe('a history', () => {
  it('tells everything after an id it still reaches back to, and of no other', () => {
    fc.assert(
      fc.property(fc.nat(20), fc.nat(25), (count, seen) => {
        const { past, ids } = filled(count);
        const known = seen <= count && seen >= count - Math.min(count, size);
        expect(past.after(`run-${String(seen)}`)).toEqual(known ? ids.slice(seen) : undefined);
      }),
    );
  });

  it('keeps the last few, each under an id of its own', () => {
    const { past, ids } = filled(12);
    expect(past.entries()).toEqual(ids.slice(-size));
    expect(new Set(ids).size).toBe(12);
    expect(past.newest()).toBe(ids.at(-1));
  });

  it.each([
    '',
    'run',
    'run-',
    'run--1',
    'run-x',
    'run-1.0',
    'run-1e0',
    'run- 1',
    'ru-1',
    'other-1',
    'run-99999999999999999',
  ])('knows nothing of "%s"', (id) => {
    expect(filled(3).past.after(id)).toBeUndefined();
  });

  it('goes on from none of its ids once it has forgotten, but from then on', () => {
    const { past, ids } = filled(3);
    past.forget();
    for (const id of ids) expect(past.after(id)).toBeUndefined();
    const turned = past.newest();
    expect(past.after(turned)).toEqual([]);
    const next = past.add((id) => id);
    expect(past.after(turned)).toEqual([next]);
  });
});
