// Merges two changes of one value: what only one of them has changed is as that one has it.
import { isEqual } from '../codec/equality.js';
import { identitiesOf, isFields, isList, joined, withIdentities, type Fields } from './identity.js';

/** Two changes of one value together. */
export interface Merged {
  readonly value: unknown;
  /** The paths of what both have changed, each otherwise, such as `signals.door.name`. There it is as mine. */
  readonly conflicts: readonly string[];
}

/** Stands for a value that isn't there. */
const absent = Symbol('absent');

const at = (fields: Fields, name: string): unknown => (Object.hasOwn(fields, name) ? fields[name] : absent);

const same = (one: unknown, other: unknown): boolean =>
  one === absent || other === absent ? one === other : isEqual(one, other);

const mergeFields = (names: Iterable<string>, base: Fields, mine: Fields, theirs: Fields, path: string) => {
  const parts = [...new Set(names)].map(
    (name) => [name, merge(at(base, name), at(mine, name), at(theirs, name), joined(path, name))] as const,
  );
  return {
    fields: Object.fromEntries(parts.flatMap(([name, { value }]) => (value === absent ? [] : [[name, value]]))),
    conflicts: parts.flatMap(([, { conflicts }]) => conflicts),
  };
};

/** Returns the order of the one that has changed it, theirs if both have; what only the other has is behind what it follows there. */
const order = (mine: readonly string[], theirs: readonly string[], base: readonly string[]): readonly string[] => {
  const isAsBefore = isEqual(
    theirs.filter((name) => base.includes(name)),
    base.filter((name) => theirs.includes(name)),
  );
  const [lead, other] = isAsBefore ? [mine, theirs] : [theirs, mine];
  return other.reduce<readonly string[]>((all, name, index) => {
    if (all.includes(name)) return all;
    const place = all.indexOf(other[index - 1] ?? '') + 1;
    return [...all.slice(0, place), name, ...all.slice(place)];
  }, lead);
};

const mergeLists = (
  base: readonly unknown[],
  mine: readonly unknown[],
  theirs: readonly unknown[],
  path: string,
): Merged | undefined => {
  const [baseIds, mineIds, theirIds] = [base, mine, theirs].map(identitiesOf);
  if (baseIds === undefined || mineIds === undefined || theirIds === undefined) return undefined;
  const ids = order(mineIds, theirIds, baseIds);
  const [before, own, others] = [
    withIdentities(base, baseIds),
    withIdentities(mine, mineIds),
    withIdentities(theirs, theirIds),
  ];
  const { fields, conflicts } = mergeFields(ids, before, own, others, path);
  return { value: ids.flatMap((id) => (Object.hasOwn(fields, id) ? [fields[id]] : [])), conflicts };
};

/** Returns what only one of both has changed, or both in the same way; undefined otherwise. */
const unopposed = (base: unknown, mine: unknown, theirs: unknown): Merged | undefined => {
  if (same(mine, theirs) || same(base, theirs)) return { value: mine, conflicts: [] };
  return same(base, mine) ? { value: theirs, conflicts: [] } : undefined;
};

/** Merges two changes of the parts of a value; undefined if it has none that can be distinguished. */
const mergeParts = (base: unknown, mine: unknown, theirs: unknown, path: string): Merged | undefined => {
  if (isList(base) && isList(mine) && isList(theirs)) return mergeLists(base, mine, theirs, path);
  if (!isFields(base) || !isFields(mine) || !isFields(theirs)) return undefined;
  const { fields, conflicts } = mergeFields([...Object.keys(theirs), ...Object.keys(mine)], base, mine, theirs, path);
  return { value: fields, conflicts };
};

/** Merges what `mine` and `theirs` have changed of `base`. Lists are merged by the ids of their entries. */
export const merge = (base: unknown, mine: unknown, theirs: unknown, path = ''): Merged =>
  unopposed(base, mine, theirs) ?? mergeParts(base, mine, theirs, path) ?? { value: mine, conflicts: [path] };
