// The one place that looks into io-ts codecs: returns the structure of a codec as a variant.
import type * as t from 'io-ts';
import type { Choosing } from './choice.js';
import type { SchemaAnnotations } from './codec.js';

/** Codecs of fields, by name. */
export type FieldCodecs = Readonly<Record<string, t.Mixed>>;

/** Any codec, also one of which only the decoder is known. */
export type AnyDecoder = t.Decoder<never, unknown>;

/** How a codec is composed of others. */
export type CodecStructure =
  | { readonly kind: 'scalar'; readonly type: 'string' | 'number' | 'boolean' | 'null' }
  | { readonly kind: 'undefined' | 'unknown' }
  | { readonly kind: 'literal'; readonly value: unknown }
  | { readonly kind: 'readonly' | 'refinement'; readonly codec: t.Mixed }
  /** A codec that replaces a missing value; `value` is the default. */
  | { readonly kind: 'default'; readonly codec: t.Mixed; readonly value: unknown }
  | { readonly kind: 'list'; readonly entry: t.Mixed }
  /** `value` is undefined where the values may be anything. */
  | { readonly kind: 'dictionary'; readonly value: t.Mixed | undefined }
  | { readonly kind: 'record'; readonly fields: FieldCodecs; readonly partial: boolean }
  | { readonly kind: 'intersection'; readonly members: readonly t.Mixed[] }
  /** `choose` is undefined where the value doesn't show which member applies. */
  | { readonly kind: 'union'; readonly members: readonly t.Mixed[]; readonly choose: Choosing['choose'] | undefined }
  /** A codec that only its keywords describe. */
  | { readonly kind: 'opaque' };

/** The properties of io-ts codecs; which of them exist depends on the tag. */
interface TaggedCodec extends Partial<Choosing> {
  readonly type: t.Mixed;
  readonly types: readonly t.Mixed[];
  readonly props: FieldCodecs;
  readonly codomain: t.Mixed;
  readonly value: unknown;
  readonly missing: unknown;
}

const byTag: Readonly<Record<string, (codec: TaggedCodec) => CodecStructure>> = {
  StringType: () => ({ kind: 'scalar', type: 'string' }),
  NumberType: () => ({ kind: 'scalar', type: 'number' }),
  BooleanType: () => ({ kind: 'scalar', type: 'boolean' }),
  NullType: () => ({ kind: 'scalar', type: 'null' }),
  UndefinedType: () => ({ kind: 'undefined' }),
  UnknownType: () => ({ kind: 'unknown' }),
  LiteralType: ({ value }) => ({ kind: 'literal', value }),
  ReadonlyType: ({ type }) => ({ kind: 'readonly', codec: type }),
  RefinementType: ({ type }) => ({ kind: 'refinement', codec: type }),
  OrElseType: ({ type, missing }) => ({ kind: 'default', codec: type, value: missing }),
  ArrayType: ({ type }) => ({ kind: 'list', entry: type }),
  ReadonlyArrayType: ({ type }) => ({ kind: 'list', entry: type }),
  AnyDictionaryType: () => ({ kind: 'dictionary', value: undefined }),
  DictionaryType: ({ codomain }) => ({ kind: 'dictionary', value: codomain }),
  InterfaceType: ({ props }) => ({ kind: 'record', fields: props, partial: false }),
  PartialType: ({ props }) => ({ kind: 'record', fields: props, partial: true }),
  UnionType: ({ types, choose }) => ({ kind: 'union', members: types, choose }),
  IntersectionType: ({ types }) => ({ kind: 'intersection', members: types }),
};

/** Returns the structure of a codec. */
export const structureOf = (codec: AnyDecoder): CodecStructure => {
  const { _tag = '', refines } = codec as SchemaAnnotations & { readonly _tag?: string };
  if (refines !== undefined) return { kind: 'refinement', codec: refines };
  return byTag[_tag]?.(codec as unknown as TaggedCodec) ?? { kind: 'opaque' };
};
