// What differs between two layouts.
import { describe, expect, it } from 'vitest';
import { recordChanges } from '../../../domain/studio/layout-difference.js';

const record = (id: string, name: string, ...parts: readonly string[]) => ({ id, name, parts });

describe('the changes of records', () => {
  it('are none for equal records in another order', () => {
    const [one, two] = [record('a', 'A', 'x'), record('b', 'B')];
    expect(recordChanges([one, two], [{ ...two }, { parts: ['x'], name: 'A', id: 'a' }])).toEqual({
      added: [],
      changed: [],
      removed: [],
    });
  });

  it('name what is new, what differs and what is gone', () => {
    const before = [record('a', 'A'), record('b', 'B', 'x'), record('c', 'C')];
    const now = [record('d', 'D'), record('b', 'B', 'y'), record('a', 'A')];
    expect(recordChanges(before, now)).toEqual({ added: ['d'], changed: ['b'], removed: ['c'] });
  });

  it('are those of the compared part alone', () => {
    const sameParts = (one: { parts: readonly string[] }, other: { parts: readonly string[] }) =>
      one.parts.length === other.parts.length;
    expect(recordChanges([record('a', 'A', 'x')], [record('a', 'B', 'y')], sameParts).changed).toEqual([]);
    expect(recordChanges([record('a', 'A', 'x')], [record('a', 'A')], sameParts).changed).toEqual(['a']);
  });
});
