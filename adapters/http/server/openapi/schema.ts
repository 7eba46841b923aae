// JSON Schemas of codecs, derived from their structure. Named codecs become components.
import type * as t from 'io-ts';
import type { SchemaAnnotations, SchemaKeywords } from '../../../../domain/codec/codec.js';
import { structureOf, type CodecStructure, type FieldCodecs } from '../../../../domain/codec/structure.js';

/** A JSON Schema. */
export type Schema = SchemaKeywords;

/** Creates schemas and collects the components that they reference. */
export interface Schemas {
  readonly of: (codec: t.Mixed) => Schema;
  /** The schemas of all named codecs seen so far, by name. */
  readonly components: () => Readonly<Record<string, Schema>>;
}

type SchemaOf = Schemas['of'];

const isOptional = (codec: t.Mixed): boolean => structureOf(codec).kind === 'default' || codec.is(undefined);

const propertiesOf = (fields: FieldCodecs, of: SchemaOf): Readonly<Record<string, Schema>> =>
  Object.fromEntries(Object.entries(fields).map(([name, codec]) => [name, of(codec)]));

/** The schema of a record. It allows further fields, because later versions may add some. */
export const objectSchema = (properties: Readonly<Record<string, Schema>>, required: readonly string[]): Schema => ({
  type: 'object',
  properties,
  ...(required.length > 0 ? { required } : {}),
});

const requiredFields = (fields: FieldCodecs): readonly string[] =>
  Object.entries(fields)
    .filter(([, codec]) => !isOptional(codec))
    .map(([name]) => name);

const recordOf = ({ fields, partial }: Extract<CodecStructure, { readonly kind: 'record' }>, of: SchemaOf): Schema =>
  objectSchema(propertiesOf(fields, of), partial ? [] : requiredFields(fields));

/** The schema extended by null, undefined where its `type` alone can't express that. */
const orNull = (schema: Schema): Schema | undefined =>
  typeof schema['type'] === 'string' && !('enum' in schema) && !('const' in schema)
    ? { ...schema, type: [schema['type'], 'null'] }
    : undefined;

const isTypeAlone = (schema: Schema): boolean => typeof schema['type'] === 'string' && Object.keys(schema).length === 1;

const choiceOf = (schemas: readonly Schema[]): Schema => {
  const [one = {}, another, ...more] = schemas;
  if (another === undefined) return one;
  if (schemas.every(isTypeAlone)) return { type: schemas.map((schema) => schema['type']) };
  const nullable = another['type'] === 'null' && more.length === 0 ? orNull(one) : undefined;
  return nullable ?? { anyOf: schemas };
};

const isUndefined = (codec: t.Mixed): boolean => structureOf(codec).kind === 'undefined';

const dictionaryOf = (value: t.Mixed | undefined, of: SchemaOf): Schema => ({
  type: 'object',
  ...(value === undefined ? {} : { additionalProperties: of(value) }),
});

const leafSchema = (structure: CodecStructure): Schema => {
  if (structure.kind === 'scalar') return { type: structure.type };
  return structure.kind === 'literal' ? { type: typeof structure.value, const: structure.value } : {};
};

/** The schema that a codec's structure shows. */
const schemaOf = (structure: CodecStructure, of: SchemaOf): Schema => {
  if (structure.kind === 'readonly' || structure.kind === 'refinement') return of(structure.codec);
  if (structure.kind === 'default') return { ...of(structure.codec), default: structure.value };
  if (structure.kind === 'list') return { type: 'array', items: of(structure.entry) };
  if (structure.kind === 'dictionary') return dictionaryOf(structure.value, of);
  if (structure.kind === 'record') return recordOf(structure, of);
  if (structure.kind === 'intersection') return { allOf: structure.members.map(of) };
  if (structure.kind === 'union') return choiceOf(structure.members.filter((member) => !isUndefined(member)).map(of));
  return leafSchema(structure);
};

const nameable: ReadonlySet<CodecStructure['kind']> = new Set(['readonly', 'record', 'union', 'intersection']);

/** Whether a codec has a name of its own; io-ts derives the other names from the structure. */
const isNamed = (codec: t.Mixed): boolean =>
  nameable.has(structureOf(codec).kind) && /^[A-Z][A-Za-z0-9]*$/.test(codec.name);

const schemaWithKeywords = (codec: t.Mixed, of: SchemaOf): Schema => {
  const structure = structureOf(codec);
  const { keywords } = codec as SchemaAnnotations;
  // The keywords have to specify the type where the structure doesn't show it.
  if ((structure.kind === 'opaque' || structure.kind === 'undefined') && keywords?.['type'] === undefined)
    throw new Error(`no schema for the codec "${codec.name}"`);
  return { ...schemaOf(structure, of), ...keywords };
};

/** A reference to a component. */
export const reference = (kind: 'schemas' | 'responses' | 'headers', name: string): Schema => ({
  $ref: `#/components/${kind}/${name}`,
});

/** Creates the schemas of one document. */
export const schemas = (): Schemas => {
  const components = new Map<string, Schema>();
  const of = (codec: t.Mixed): Schema => {
    if (!isNamed(codec)) return schemaWithKeywords(codec, of);
    if (!components.has(codec.name)) components.set(codec.name, schemaWithKeywords(codec, of));
    return reference('schemas', codec.name);
  };
  return { of, components: () => Object.fromEntries(components) };
};
