// Removes the fields that a codec doesn't name from decoded values.
import type * as t from 'io-ts';
import { structureOf, type FieldCodecs } from './structure.js';

const knownFields = (fields: FieldCodecs, value: Readonly<Record<string, unknown>>) =>
  Object.entries(fields).flatMap(([name, codec]) =>
    Object.hasOwn(value, name) ? [[name, stripUnknownKeys(codec, value[name])]] : [],
  );

/**
 * Returns a decoded value without the fields that its codec doesn't name, at any depth of records and lists.
 * Values of unions, intersections, dictionaries and refinements are returned as they are.
 */
export const stripUnknownKeys = (codec: t.Mixed, value: unknown): unknown => {
  const structure = structureOf(codec);
  if (structure.kind === 'record')
    return Object.fromEntries(knownFields(structure.fields, value as Readonly<Record<string, unknown>>));
  if (structure.kind === 'list')
    return (value as readonly unknown[]).map((entry) => stripUnknownKeys(structure.entry, entry));
  return structure.kind === 'readonly' || structure.kind === 'default'
    ? stripUnknownKeys(structure.codec, value)
    : value;
};
