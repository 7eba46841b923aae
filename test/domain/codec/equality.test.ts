// Equality of JSON values.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isEqual } from '../../../domain/codec/equality.js';

describe('two values', () => {
  it.each([
    [{ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 }, true],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{ a: undefined }, { b: undefined }, false],
    [[1, 2], [2, 1], false],
    [['x'], { 0: 'x' }, false],
    [[], {}, false],
    [null, {}, false],
    ['1', 1, false],
    [false, null, false],
  ])('%j and %j are equal: %s', (one, other, expected) => {
    expect([isEqual(one, other), isEqual(other, one)]).toEqual([expected, expected]);
  });

  it('are equal if they are the same JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(isEqual(value, JSON.parse(JSON.stringify(value)))).toBe(true);
      }),
    );
  });
});
