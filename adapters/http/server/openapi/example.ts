// Examples made of schemas: what a component shows of itself, put together.
import type { Schema } from './schema.js';

type Components = Readonly<Record<string, Schema>>;

const ofType: Readonly<Record<string, unknown>> = {
  string: 'text',
  number: 0,
  integer: 0,
  boolean: true,
  object: {},
};

/** The keywords that hold an example, the best first. */
const shown: readonly ((schema: Schema) => readonly unknown[])[] = [
  ({ examples }) => (examples as readonly unknown[] | undefined) ?? [],
  (schema) => ('const' in schema ? [schema['const']] : []),
  (schema) => ('default' in schema ? [schema['default']] : []),
  (schema) => (schema['enum'] as readonly unknown[] | undefined) ?? [],
];

/** Formats that an arbitrary text isn't of. */
const ofFormat: Readonly<Record<string, unknown>> = { 'date-time': '2026-11-21T12:00:00.000Z' };

const nameIn = (reference: unknown): string => String(reference).split('/').at(-1) ?? '';

const ofMake = (schema: Schema, components: Components): unknown => {
  const { $ref, anyOf, properties, items, type, format, minimum } = schema;
  if ($ref !== undefined) return exampleOf(components[nameIn($ref)] ?? {}, components);
  if (anyOf !== undefined) return exampleOf((anyOf as readonly Schema[])[0] ?? {}, components);
  if (items !== undefined) return [exampleOf(items as Schema, components)];
  if (properties === undefined) return minimum ?? ofFormat[String(format)] ?? ofType[String(type)] ?? null;
  const fields = Object.entries(properties as Components);
  return Object.fromEntries(fields.map(([name, field]) => [name, exampleOf(field, components)]));
};

/** An example of a schema. */
export const exampleOf = (schema: Schema, components: Components): unknown => {
  const [first] = shown.flatMap((show) => show(schema).slice(0, 1));
  return first ?? ofMake(schema, components);
};
