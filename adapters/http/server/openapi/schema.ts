// JSON Schemas of codecs: a fold over how each is made. Named codecs become components and are referred to.
import type * as t from 'io-ts';
import type { SchemaKeywords, SchemaAnnotations } from '../../../../domain/codec/codec.js';

/** A JSON Schema. */
export type Schema = SchemaKeywords;

/** Makes schemas, and collects the components that they refer to. */
export interface Schemas {
  readonly of: (codec: t.Mixed) => Schema;
  /** The schemas of all named codecs met so far, by name. */
  readonly components: () => Readonly<Record<string, Schema>>;
}

type Props = Readonly<Record<string, t.Mixed>>;
type Of = Schemas['of'];

/** What io-ts tells of a codec's make; which of it is there depends on the tag. */
interface Make {
  readonly _tag: string;
  readonly type: t.Mixed;
  readonly types: readonly t.Mixed[];
  readonly props: Props;
  readonly codomain: t.Mixed;
  readonly value: unknown;
  readonly missing: unknown;
}

const tagOf = (codec: t.Mixed): string | undefined => (codec as Partial<Make>)._tag;

const mayBeLeftOut = (codec: t.Mixed): boolean => tagOf(codec) === 'OrElseType' || codec.is(undefined);

const fieldsOf = (props: Props, of: Of): Readonly<Record<string, Schema>> =>
  Object.fromEntries(Object.entries(props).map(([name, codec]) => [name, of(codec)]));

/** The schema of a record. Fields that it doesn't name are allowed: later versions may tell more. */
export const objectSchema = (properties: Readonly<Record<string, Schema>>, required: readonly string[]): Schema => ({
  type: 'object',
  properties,
  ...(required.length > 0 ? { required } : {}),
});

const recordOf = (props: Props, of: Of): Schema =>
  objectSchema(
    fieldsOf(props, of),
    Object.keys(props).filter((name) => props[name] && !mayBeLeftOut(props[name])),
  );

/** A schema that takes null too, where one `type` says it all. */
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

/** The schema of each make. */
const makes: Readonly<Record<string, (make: Make, of: Of) => Schema>> = {
  StringType: () => ({ type: 'string' }),
  NumberType: () => ({ type: 'number' }),
  BooleanType: () => ({ type: 'boolean' }),
  NullType: () => ({ type: 'null' }),
  UnknownType: () => ({}),
  AnyDictionaryType: () => ({ type: 'object' }),
  LiteralType: ({ value }) => ({ type: typeof value, const: value }),
  ReadonlyType: ({ type }, of) => of(type),
  RefinementType: ({ type }, of) => of(type),
  OrElseType: ({ type, missing }, of) => ({ ...of(type), default: missing }),
  ArrayType: ({ type }, of) => ({ type: 'array', items: of(type) }),
  ReadonlyArrayType: ({ type }, of) => ({ type: 'array', items: of(type) }),
  DictionaryType: ({ codomain }, of) => ({ type: 'object', additionalProperties: of(codomain) }),
  InterfaceType: ({ props }, of) => recordOf(props, of),
  PartialType: ({ props }, of) => objectSchema(fieldsOf(props, of), []),
  IntersectionType: ({ types }, of) => ({ allOf: types.map(of) }),
  UnionType: ({ types }, of) => choiceOf(types.filter((type) => tagOf(type) !== 'UndefinedType').map(of)),
};

const nameable = new Set(['ReadonlyType', 'InterfaceType', 'PartialType', 'UnionType', 'IntersectionType']);

/** A codec that was given a name of its own; io-ts names the others after their make. */
const isNamed = (codec: t.Mixed): boolean => nameable.has(tagOf(codec) ?? '') && /^[A-Z][A-Za-z0-9]*$/.test(codec.name);

const madeOf = (codec: t.Mixed, of: Of): Schema => {
  const { refines, keywords } = codec as SchemaAnnotations;
  if (refines) return of(refines);
  const make = makes[tagOf(codec) ?? ''];
  // A codec of one's own tells its type itself; none does by accident.
  if (make === undefined && keywords?.['type'] === undefined)
    throw new Error(`no schema for the codec "${codec.name}"`);
  return make?.(codec as unknown as Make, of) ?? {};
};

/** The place of a component. */
export const reference = (kind: 'schemas' | 'responses' | 'headers', name: string): Schema => ({
  $ref: `#/components/${kind}/${name}`,
});

/** Makes the schemas of one document. */
export const schemas = (): Schemas => {
  const components = new Map<string, Schema>();
  const whole = (codec: t.Mixed): Schema => ({ ...madeOf(codec, of), ...(codec as SchemaAnnotations).keywords });
  const of = (codec: t.Mixed): Schema => {
    if (!isNamed(codec)) return whole(codec);
    if (!components.has(codec.name)) components.set(codec.name, whole(codec));
    return reference('schemas', codec.name);
  };
  return { of, components: () => Object.fromEntries(components) };
};
