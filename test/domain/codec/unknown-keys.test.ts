// Unknown fields are found at any depth, and nothing else is.
import * as t from 'io-ts';
import { describe, expect, it } from 'vitest';
import { listOf, oneOf, refined, text, unique } from '../../../domain/codec/codec.js';
import { unknownKeysIn } from '../../../domain/codec/unknown-keys.js';

const Leaf = t.readonly(t.intersection([t.type({ id: text(1, 9) }), t.partial({ kind: oneOf('a', 'b') })]));
const Whole = t.type({
  one: refined(Leaf, () => true, 'a leaf'),
  many: unique(listOf(Leaf), ({ id }) => id, 'id'),
  either: t.union([t.type({ play: t.type({ clip: t.string }) }), t.type({ waitMs: t.number })]),
  names: t.readonlyArray(t.union([t.readonlyArray(t.string), t.null])),
  numbers: t.record(t.string, t.number),
});

const sound = {
  one: { id: '1', kind: 'a' },
  many: [{ id: '2' }, { id: '3', kind: 'b' }],
  either: { play: { clip: 'x' } },
  names: [['a'], null],
  numbers: { any: 1, name: 2 },
};

const pathsIn = (input: unknown): readonly string[] => unknownKeysIn(Whole, input).map(({ path }) => path);

describe('an unknown field', () => {
  it('is none that the codec names', () => {
    expect(pathsIn(sound)).toEqual([]);
  });

  it('is reported with its path and the known fields', () => {
    expect(unknownKeysIn(Whole, { ...sound, one: { id: '1', knid: 'a' } })).toEqual([
      { path: 'one.knid', expected: 'no such field, but one of id, kind', suggestion: 'did you mean kind?' },
    ]);
  });

  it.each([
    [{ extra: 1 }, 'extra'],
    [{ many: [{ id: '2' }, { id: '3', x: 1 }] }, 'many[1].x'],
    [{ either: { play: { clip: 'x', loop: true } } }, 'either.play.loop'],
    [{ either: { stop: 1 } }, 'either.stop'],
  ])('is found in %j', (changes, path) => {
    expect(pathsIn({ ...sound, ...changes })).toEqual([path]);
  });

  it.each([null, 7, 'text', [], [1], { one: 7, many: 'x', either: null, names: [7], numbers: [] }])(
    'is not found in values that are no records: %j',
    (input) => {
      expect(pathsIn(input)).toEqual([]);
    },
  );
});
