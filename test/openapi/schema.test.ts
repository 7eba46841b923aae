// JSON Schemas and examples of codecs, per kind of codec.
import * as t from 'io-ts';
import { describe, expect, it } from 'vitest';
import { exampleOf } from '../../adapters/http/server/openapi/example.js';
import { schemas } from '../../adapters/http/server/openapi/schema.js';
import { consoleCatalogue } from '../../application/console/catalogue.js';
import { partialBody } from '../../application/console/endpoints/body.js';
import { withDefault } from '../../domain/codec/with-default.js';
import { optional, someText, wholeNumber } from '../../application/api/parameters.js';
import { described, listOf, dateTime, oneOf, refined, text, unique, integer } from '../../domain/codec/codec.js';

const schemaOf = (codec: t.Mixed) => schemas().of(codec);

describe('a schema', () => {
  it.each([
    ['a text', t.string, { type: 'string' }],
    ['a literal', t.literal('OK'), { type: 'string', const: 'OK' }],
    ['a choice', oneOf('on', 'off'), { type: 'string', enum: ['on', 'off'] }],
    ['a range', integer(1, 9), { type: 'integer', minimum: 1, maximum: 9 }],
    ['one of several types', t.union([t.string, t.number, t.null]), { type: ['string', 'number', 'null'] }],
    ['a type or null', t.union([dateTime, t.null]), { type: ['string', 'null'], format: 'date-time' }],
    ['a choice or null', t.union([oneOf('a'), t.null]), { anyOf: [{ type: 'string', enum: ['a'] }, { type: 'null' }] }],
    ['a map', t.record(t.string, t.boolean), { type: 'object', additionalProperties: { type: 'boolean' } }],
    ['anything', t.unknown, {}],
    ['any record', t.UnknownRecord, { type: 'object' }],
    ['a part of a record', partialBody({ a: t.string }), { type: 'object', properties: { a: { type: 'string' } } }],
    ['a parameter', optional(wholeNumber(1, 9)), { type: 'integer', minimum: 1, maximum: 9 }],
  ])('of %s', (_, codec, schema) => {
    expect(schemaOf(codec)).toEqual(schema);
  });

  it('requires the fields that are not optional', () => {
    const record = t.type({ a: t.string, b: withDefault(t.number, 7), c: t.union([t.string, t.undefined]) });
    expect(schemaOf(t.readonly(record))).toEqual({
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'number', default: 7 }, c: { type: 'string' } },
      required: ['a'],
    });
  });

  it('of a refinement is that of the refined codec with its own annotations', () => {
    const list = unique(listOf(text(1, 9)), (entry) => entry, 'id');
    const pattern = String.raw`^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u034F\u115F\u1160\u17B4\u17B5\u180B-\u180F\u3164\uFFA0]*$`;
    expect(schemaOf(list)).toEqual({
      type: 'array',
      items: { type: 'string', minLength: 1, maxLength: 9, pattern },
      description: 'a list in which no two have the same id',
    });
    expect(schemaOf(described(refined(t.number, Boolean, 'no zero'), { examples: [1] }))).toEqual({
      type: 'number',
      description: 'no zero',
      examples: [1],
    });
  });

  it('of a named codec is a component', () => {
    const made = schemas();
    const named = described(t.readonly(t.type({ a: t.string }), 'Named'), { description: 'It has a name' });
    expect(made.of(t.intersection([named, t.type({ list: t.array(named) })]))).toEqual({
      allOf: [
        { $ref: '#/components/schemas/Named' },
        {
          type: 'object',
          properties: { list: { type: 'array', items: { $ref: '#/components/schemas/Named' } } },
          required: ['list'],
        },
      ],
    });
    expect(made.components()).toEqual({
      Named: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], description: 'It has a name' },
    });
  });

  it('of an unknown codec without annotations throws', () => {
    expect(() => schemaOf(new t.Type('mute', t.string.is, t.string.validate, t.identity))).toThrow('"mute"');
  });

  it('exists for every codec of the console', () => {
    expect(consoleCatalogue.length).toBeGreaterThan(0);
    for (const { body, result, parameters } of consoleCatalogue)
      for (const codec of [body, result, ...Object.values(parameters.path)])
        expect(() => codec && schemaOf(codec)).not.toThrow();
  });
});

describe('an example', () => {
  it('is made of the examples of its parts', () => {
    const made = schemas();
    const part = t.readonly(t.type({ id: described(t.string, { examples: ['x'] }), state: oneOf('a', 'b') }), 'Part');
    const whole = made.of(t.type({ parts: t.array(part), one: t.union([part, t.null]), n: t.number, z: t.null }));
    expect(exampleOf(whole, made.components())).toEqual({
      parts: [{ id: 'x', state: 'a' }],
      one: { id: 'x', state: 'a' },
      n: 0,
      z: null,
    });
    expect(exampleOf(made.of(someText), {})).toBe('text');
  });
});
