// Finds the fields of a value that its codec doesn't name.
import type * as t from 'io-ts';
import { didYouMean, type Issue } from './issues.js';
import { nearestName } from './nearest-name.js';
import { structureOf } from './structure.js';

/** What a value may contain: fields by name, entries of a list, or anything (both absent). */
interface Contents {
  readonly fields?: ReadonlyMap<string, t.Mixed>;
  readonly entry?: t.Mixed;
}

const merged = (all: readonly Contents[]): Contents => {
  const fields = all.flatMap((contents) => (contents.fields === undefined ? [] : [...contents.fields]));
  return fields.length === 0 ? (all.find(({ entry }) => entry) ?? {}) : { fields: new Map(fields) };
};

/** Whether a codec permits fields of any name. */
const isOpen = (codec: t.Mixed): boolean => structureOf(codec).kind === 'dictionary';

const contentsOf = (codec: t.Mixed, input: unknown): Contents => {
  const structure = structureOf(codec);
  if (structure.kind === 'record') return { fields: new Map(Object.entries(structure.fields)) };
  if (structure.kind === 'list') return { entry: structure.entry };
  if (structure.kind === 'union' && structure.choose) return contentsOf(structure.choose(input), input);
  if (structure.kind === 'intersection' && structure.members.some(isOpen)) return {};
  if ('members' in structure) return merged(structure.members.map((member) => contentsOf(member, input)));
  return 'codec' in structure ? contentsOf(structure.codec, input) : {};
};

const noSuchField = (path: string, name: string, fields: readonly string[]): Issue => ({
  path,
  expected: `no such field, but one of ${fields.join(', ')}`,
  ...didYouMean(nearestName(name, fields)),
});

const inRecord = (fields: ReadonlyMap<string, t.Mixed>, input: object, path: string): readonly Issue[] =>
  Object.entries(input).flatMap(([name, value]) => {
    const codec = fields.get(name);
    const fieldPath = path === '' ? name : `${path}.${name}`;
    if (codec !== undefined) return unknownKeysIn(codec, value, fieldPath);
    return [noSuchField(fieldPath, name, [...fields.keys()])];
  });

/** Returns an issue for every field that the codec doesn't name, at any depth of records and lists. */
export const unknownKeysIn = (codec: t.Mixed, input: unknown, path = ''): readonly Issue[] => {
  const { fields, entry } = contentsOf(codec, input);
  if (typeof input !== 'object' || input === null) return [];
  if (Array.isArray(input))
    return entry === undefined
      ? []
      : input.flatMap((value, index) => unknownKeysIn(entry, value, `${path}[${String(index)}]`));
  return fields === undefined ? [] : inRecord(fields, input, path);
};
