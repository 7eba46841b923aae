// Fields that a codec doesn't name: what somebody has written, and nobody would read.
import type * as t from 'io-ts';
import type { ValidationIssue, SchemaAnnotations } from './codec.js';

/** What io-ts tells of a codec's make. */
interface Make extends SchemaAnnotations {
  readonly _tag?: string;
  readonly type?: t.Mixed;
  readonly types?: readonly t.Mixed[];
  readonly props?: Readonly<Record<string, t.Mixed>>;
}

/** What may stand below a value: fields by name, entries of a list, or anything. */
interface Below {
  readonly fields?: ReadonlyMap<string, t.Mixed>;
  readonly entry?: t.Mixed;
}

const joined = (all: readonly Below[]): Below => {
  const fields = all.flatMap((below) => (below.fields === undefined ? [] : [...below.fields]));
  return fields.length === 0 ? (all.find(({ entry }) => entry) ?? {}) : { fields: new Map(fields) };
};

const below = (codec: t.Mixed): Below => {
  const { _tag, type, types, props, refines } = codec as Make;
  if (props !== undefined) return { fields: new Map(Object.entries(props)) };
  if (types !== undefined) return joined(types.map(below));
  if (refines !== undefined) return below(refines);
  if (type === undefined) return {};
  return _tag === 'ReadonlyArrayType' ? { entry: type } : below(type);
};

const inRecord = (fields: ReadonlyMap<string, t.Mixed>, input: object, place: string): readonly ValidationIssue[] =>
  Object.entries(input).flatMap(([name, value]) => {
    const codec = fields.get(name);
    const here = place === '' ? name : `${place}.${name}`;
    if (codec !== undefined) return unknownKeysIn(codec, value, here);
    return [{ path: here, expected: `no such field, but one of ${[...fields.keys()].join(', ')}` }];
  });

/** Every field of a value, at any depth of records and lists, that its codec doesn't name. */
export const unknownKeysIn = (codec: t.Mixed, input: unknown, place = ''): readonly ValidationIssue[] => {
  const { fields, entry } = below(codec);
  if (typeof input !== 'object' || input === null) return [];
  if (Array.isArray(input))
    return entry === undefined
      ? []
      : input.flatMap((value, index) => unknownKeysIn(entry, value, `${place}[${String(index)}]`));
  return fields === undefined ? [] : inRecord(fields, input, place);
};
