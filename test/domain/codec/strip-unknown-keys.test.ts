// Which fields are removed from decoded values, and which values stay as they are.
import * as t from 'io-ts';
import { describe, expect, it } from 'vitest';
import { listOf, unique } from '../../../domain/codec/codec.js';
import { stripUnknownKeys } from '../../../domain/codec/strip-unknown-keys.js';

const Entry = t.readonly(t.type({ id: t.string, name: t.union([t.string, t.undefined]) }));

describe('stripping unknown keys', () => {
  it('removes fields that the codec doesn’t name, in records and lists', () => {
    const codec = t.readonly(
      t.type({ one: Entry, many: t.readonly(t.readonlyArray(Entry)), some: t.partial({ a: Entry }) }),
    );
    const value = {
      one: { id: '1', x: 1 },
      many: [{ id: '2', name: 'b', x: 1 }],
      some: { a: { id: '3', x: 1 } },
      x: 1,
    };
    expect(stripUnknownKeys(codec, value)).toEqual({
      one: { id: '1' },
      many: [{ id: '2', name: 'b' }],
      some: { a: { id: '3' } },
    });
  });

  it('adds no missing field', () => {
    expect(Object.keys(stripUnknownKeys(t.partial({ a: t.string, b: t.string }), { b: 'x' }) as object)).toEqual(['b']);
  });

  it('strips values of codecs with a default', () => {
    const codec = Object.assign(new t.Type('x', Entry.is, Entry.validate, Entry.encode), {
      ...{ _tag: 'OrElseType', type: Entry, missing: null },
    });
    expect(stripUnknownKeys(codec, { id: '1', x: 1 })).toEqual({ id: '1' });
  });

  it.each<[string, t.Mixed, unknown]>([
    ['a union', t.union([Entry, t.null]), { id: '1', x: 1 }],
    ['an intersection', t.intersection([Entry, t.partial({ a: t.string })]), { id: '1', x: 1 }],
    ['a refinement', unique(listOf(Entry), ({ id }) => id, 'id'), [{ id: '1', x: 1 }]],
    ['a dictionary', t.record(t.string, Entry), { a: { id: '1', x: 1 } }],
    ['a scalar', t.string, 'text'],
  ])('leaves the value of %s as it is', (_, codec, value) => {
    expect(stripUnknownKeys(codec, value)).toBe(value);
  });
});
