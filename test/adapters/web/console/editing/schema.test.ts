// What forms read of the schema of the studio file.
import { expect, it } from 'vitest';
import {
  emptyValue,
  hintOf,
  isNullable,
  kindOf,
  labelOf,
  variantAt,
  variantName,
  variantsOf,
  type FormSchema,
} from '../../../../../adapters/web/console/editing/schema.js';

const play: FormSchema = {
  type: 'object',
  properties: { play: { type: 'object', properties: {} } },
  required: ['play'],
};
const wait: FormSchema = {
  type: 'object',
  properties: { waitMs: { type: 'integer', minimum: 1 } },
  required: ['waitMs'],
};

it.each<[FormSchema, string, unknown]>([
  [{ type: 'string' }, 'text', ''],
  [{ type: ['string', 'null'] }, 'text', ''],
  [{ type: 'integer', minimum: 3 }, 'number', 3],
  [{ type: 'boolean', default: true }, 'boolean', true],
  [{ type: 'string', enum: ['a', 'b'] }, 'choice', 'a'],
  [{ type: 'array', items: { type: 'string' } }, 'list', []],
  [{ type: 'object', additionalProperties: { type: 'string' } }, 'map', {}],
  [{ const: 'clip' }, 'fixed', 'clip'],
  [{ type: ['string', 'number'] }, 'any', ''],
  [{ anyOf: [wait, { type: 'null' }] }, 'variants', { waitMs: 1 }],
  [
    { type: 'object', properties: { id: { type: 'string' }, note: { type: 'string' } }, required: ['id'] },
    'record',
    { id: '' },
  ],
])('%j is shown as %s, and begins with %j', (schema, kind, start) => {
  expect([kindOf(schema), emptyValue(schema)]).toEqual([kind, start]);
});

it('null is no variant of its own', () => {
  const schema: FormSchema = { anyOf: [play, wait, { type: 'null' }] };
  expect([isNullable(schema), isNullable(play), variantsOf(schema).map(variantName)]).toEqual([
    true,
    false,
    ['Play', 'Wait (ms)'],
  ]);
});

it.each([
  [{ waitMs: 5 }, 1],
  [{ play: {} }, 0],
  [{}, 0],
  ['text', 0],
])('%j has the variant %i', (value, at) => {
  expect(variantAt([play, wait], value)).toBe(at);
});

it.each([
  ['id', 'Id'],
  ['url', 'URL'],
  ['activeBank', 'Active bank'],
  ['durationMs', 'Duration (ms)'],
  ['volumeDb', 'Volume (dB)'],
])('the field %s is called %s', (name, label) => {
  expect(labelOf(name)).toBe(label);
});

it('a hint has the description, the range, an example and the default', () => {
  const schema = { description: 'The port', minimum: 1, maximum: 9, examples: [5], default: 3 };
  expect([hintOf(schema), hintOf({})]).toEqual(['The port; 1 to 9; such as 5; 3 if left out', undefined]);
});
