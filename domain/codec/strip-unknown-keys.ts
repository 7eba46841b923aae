// Removes the fields that a codec doesn't name from decoded values.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { structureOf, type CodecStructure, type FieldCodecs } from './structure.js';

const knownFields = (fields: FieldCodecs, value: Readonly<Record<string, unknown>>) =>
  Object.entries(fields).flatMap(([name, codec]) =>
    Object.hasOwn(value, name) ? [[name, stripUnknownKeys(codec, value[name])]] : [],
  );

/** Returns the fields of a record that any of several codecs names. Values that are no records are returned as they are. */
const namedByAny = (codecs: readonly t.Mixed[], value: unknown): unknown =>
  t.UnknownRecord.is(value) && codecs.length > 0
    ? Object.fromEntries(codecs.flatMap((codec) => Object.entries(stripUnknownKeys(codec, value) as object)))
    : value;

/** Strips the value of a union, by the members that it matches. */
const inUnion = ({ members, choose }: Extract<CodecStructure, { kind: 'union' }>, value: unknown): unknown => {
  if (choose !== undefined) return stripUnknownKeys(choose(value), value);
  const matching = members.filter((member) => E.isRight(member.decode(value)));
  const [only] = matching;
  return only !== undefined && matching.length === 1 ? stripUnknownKeys(only, value) : namedByAny(matching, value);
};

/**
 * Returns a decoded value without the fields that its codec doesn't name, at any depth. The values of dictionaries are
 * returned as they are. A record keeps the fields that any member of an intersection names, or any member of a union that
 * it matches.
 */
export const stripUnknownKeys = (codec: t.Mixed, value: unknown): unknown => {
  const structure = structureOf(codec);
  if (structure.kind === 'record')
    return Object.fromEntries(knownFields(structure.fields, value as Readonly<Record<string, unknown>>));
  if (structure.kind === 'list')
    return (value as readonly unknown[]).map((entry) => stripUnknownKeys(structure.entry, entry));
  if (structure.kind === 'intersection') return namedByAny(structure.members, value);
  if (structure.kind === 'union') return inUnion(structure, value);
  return 'codec' in structure ? stripUnknownKeys(structure.codec, value) : value;
};
