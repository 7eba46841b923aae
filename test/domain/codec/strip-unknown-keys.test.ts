// Which fields are removed from decoded values, and which values stay as they are.
import * as t from 'io-ts';
import { describe, expect, it } from 'vitest';
import { choiceOf } from '../../../domain/codec/choice.js';
import { listOf, unique } from '../../../domain/codec/codec.js';
import { openRecord } from '../../../domain/codec/open-record.js';
import { stripUnknownKeys } from '../../../domain/codec/strip-unknown-keys.js';

const isOther = (input: unknown): boolean => t.UnknownRecord.is(input) && 'b' in input;

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

  it('removes what JSON names like the prototype', () => {
    const sent = JSON.parse('{"one":{"id":"1","__proto__":{"x":1}},"__proto__":{"x":1}}') as unknown;
    expect(stripUnknownKeys(t.type({ one: Entry }), sent)).toEqual({ one: { id: '1' } });
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

  const Extended = t.intersection([Entry, t.partial({ a: t.string })]);

  it.each<[string, t.Mixed, unknown, unknown]>([
    ['an intersection', Extended, { id: '1', a: 'x', x: 1 }, { id: '1', a: 'x' }],
    ['a union', t.union([Entry, t.null]), { id: '1', x: 1 }, { id: '1' }],
    ['a union of lists', t.union([t.null, t.array(Entry)]), [{ id: '1', x: 1 }], [{ id: '1' }]],
    ['a union that it matches twice', t.union([Entry, Extended]), { id: '1', a: 'x', x: 1 }, { id: '1', a: 'x' }],
    ['a choice', choiceOf(Entry, t.type({ b: t.string }), isOther), { b: '1', x: 1 }, { b: '1' }],
    [
      'a choice of which both match',
      choiceOf(Entry, t.type({ b: t.string }), isOther),
      { id: '1', b: '1', x: 1 },
      { b: '1' },
    ],
    ['a refinement', unique(listOf(Entry), ({ id }) => id, 'id'), [{ id: '1', x: 1 }], [{ id: '1' }]],
  ])('strips the value of %s', (_, codec, value, stripped) => {
    expect(stripUnknownKeys(codec, value)).toEqual(stripped);
  });

  it('keeps the fields of an open record', () => {
    const value = { id: '1', x: { y: 1 } };
    expect(stripUnknownKeys(openRecord({ id: t.string }, 'an open record'), value)).toEqual(value);
  });

  it.each<[string, t.Mixed, unknown]>([
    ['a dictionary', t.record(t.string, Entry), { a: { id: '1', x: 1 } }],
    ['a scalar', t.string, 'text'],
    ['a union of scalars', t.union([t.string, t.null]), null],
    ['a union that it doesn’t match', t.union([Entry, t.null]), { x: 1 }],
  ])('leaves the value of %s as it is', (_, codec, value) => {
    expect(stripUnknownKeys(codec, value)).toBe(value);
  });
});
