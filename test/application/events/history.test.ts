// Tests of the event history that clients resume from.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { history } from '../../../application/events/history.js';

const size = 5;

const filled = (count: number) => {
  const past = history<string>('run', size);
  const ids = Array.from({ length: count }, () => past.add((id) => id));
  return { past, ids };
};

describe('a history', () => {
  it('returns the entries after each id that it still contains, and undefined for all others', () => {
    fc.assert(
      fc.property(fc.nat(20), fc.nat(25), (count, lastId) => {
        const { past, ids } = filled(count);
        const known = lastId <= count && lastId >= count - Math.min(count, size);
        expect(past.after(`run-${String(lastId)}`)).toEqual(known ? ids.slice(lastId) : undefined);
      }),
    );
  });

  it('keeps the last entries, each with a unique id', () => {
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
  ])('does not accept the id "%s"', (id) => {
    expect(filled(3).past.after(id)).toBeUndefined();
  });

  it('accepts no earlier id after it has forgotten its entries, only newer ids', () => {
    const { past, ids } = filled(3);
    past.forget();
    for (const id of ids) expect(past.after(id)).toBeUndefined();
    const newest = past.newest();
    expect(past.after(newest)).toEqual([]);
    const next = past.add((id) => id);
    expect(past.after(newest)).toEqual([next]);
  });
});
