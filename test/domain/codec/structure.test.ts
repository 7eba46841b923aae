// The structure of each kind of codec.
import * as t from 'io-ts';
import { describe, expect, it } from 'vitest';
import { described, oneOf, refined } from '../../../domain/codec/codec.js';
import { structureOf, type CodecStructure } from '../../../domain/codec/structure.js';

const fields = { a: t.string };
const record = t.type(fields);
const partial = t.partial(fields);

/** A codec with a default value, as request bodies use it. */
const withDefault = Object.assign(new t.Type('a text', t.string.is, t.string.validate, t.identity), {
  ...{ _tag: 'OrElseType', type: t.string, missing: 'x' },
});

const brand = t.brand(t.string, (text): text is t.Branded<string, { readonly Any: symbol }> => text !== '', 'Any');

describe('the structure of a codec', () => {
  it.each<[string, t.Mixed, CodecStructure]>([
    ['a text', t.string, { kind: 'scalar', type: 'string' }],
    ['a number', t.number, { kind: 'scalar', type: 'number' }],
    ['a boolean', t.boolean, { kind: 'scalar', type: 'boolean' }],
    ['null', t.null, { kind: 'scalar', type: 'null' }],
    ['undefined', t.undefined, { kind: 'undefined' }],
    ['unknown', t.unknown, { kind: 'unknown' }],
    ['a literal', t.literal('OK'), { kind: 'literal', value: 'OK' }],
    ['a readonly record', t.readonly(record), { kind: 'readonly', codec: record }],
    ['a brand', brand, { kind: 'refinement', codec: t.string }],
    ['a refinement', refined(t.number, Boolean, 'not 0'), { kind: 'refinement', codec: t.number }],
    ['a default', withDefault, { kind: 'default', codec: t.string, value: 'x' }],
    ['an array', t.array(record), { kind: 'list', entry: record }],
    ['a readonly array', t.readonlyArray(record), { kind: 'list', entry: record }],
    ['any dictionary', t.UnknownRecord, { kind: 'dictionary', value: undefined }],
    ['a dictionary', t.record(t.string, record), { kind: 'dictionary', value: record }],
    ['a record', record, { kind: 'record', fields, partial: false }],
    ['a partial record', partial, { kind: 'record', fields, partial: true }],
    ['a union', t.union([record, t.null]), { kind: 'union', members: [record, t.null], choose: undefined }],
    ['an intersection', t.intersection([record, partial]), { kind: 'intersection', members: [record, partial] }],
    ['a choice', oneOf('a', 'b'), { kind: 'opaque' }],
    ['a codec without a tag', new t.Type('a text', t.string.is, t.string.validate, t.identity), { kind: 'opaque' }],
  ])('is read from %s', (_, codec, structure) => {
    expect(structureOf(codec)).toEqual(structure);
    expect(structureOf(described(codec, { description: 'annotated' }))).toEqual(structure);
  });
});
