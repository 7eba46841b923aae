// Generates examples of schemas from the examples of their parts.
import type { Schema } from './schema.js';

type Components = Readonly<Record<string, Schema>>;

const examplesByType: Readonly<Record<string, unknown>> = {
  string: 'text',
  number: 0,
  integer: 0,
  boolean: true,
  object: {},
};

/** Readers of the keywords that hold an example, in order of preference. */
const exampleReaders: readonly ((schema: Schema) => readonly unknown[])[] = [
  ({ examples }) => (examples as readonly unknown[] | undefined) ?? [],
  (schema) => ('const' in schema ? [schema['const']] : []),
  (schema) => ('default' in schema ? [schema['default']] : []),
  (schema) => (schema['enum'] as readonly unknown[] | undefined) ?? [],
];

/** Examples of formats that an arbitrary text doesn't match. */
const examplesByFormat: Readonly<Record<string, unknown>> = { 'date-time': '2026-11-21T12:00:00.000Z' };

const componentName = (reference: unknown): string => String(reference).split('/').at(-1) ?? '';

const generated = (schema: Schema, components: Components): unknown => {
  const { $ref, anyOf, properties, items, type, format, minimum } = schema;
  if ($ref !== undefined) return exampleOf(components[componentName($ref)] ?? {}, components);
  if (anyOf !== undefined) return exampleOf((anyOf as readonly Schema[])[0] ?? {}, components);
  if (items !== undefined) return [exampleOf(items as Schema, components)];
  if (properties === undefined)
    return minimum ?? examplesByFormat[String(format)] ?? examplesByType[String(type)] ?? null;
  const fields = Object.entries(properties as Components);
  return Object.fromEntries(fields.map(([name, field]) => [name, exampleOf(field, components)]));
};

/** Returns an example of a schema. */
export const exampleOf = (schema: Schema, components: Components): unknown => {
  const [first] = exampleReaders.flatMap((read) => read(schema).slice(0, 1));
  return first ?? generated(schema, components);
};
