// The parts of values in a studio file: records, lists, and by what entries of lists are known.
import { textIn } from '../codec/unchecked.js';

/** A record of a studio file that isn't validated. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether a value is a record. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value is a list. */
export const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** Returns the path of a field of what is at a path. */
export const joined = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/** Returns what an entry is known by: its id, its key, or its name; undefined for one that only its place identifies. */
export const identityOf = (entry: unknown): string | undefined =>
  textIn(entry, 'id') ?? textIn(entry, 'key') ?? textIn(entry, 'name');

/** Returns the identities of a list whose entries all have one, each another; undefined for other lists. */
export const identitiesOf = (list: readonly unknown[]): readonly string[] | undefined => {
  const all = list.flatMap((entry) => identityOf(entry) ?? []);
  return all.length === list.length && new Set(all).size === all.length ? all : undefined;
};

/** Returns the entries of a list by these names. */
export const withIdentities = (list: readonly unknown[], names: readonly string[]): Fields =>
  Object.fromEntries(names.map((name, index) => [name, list[index]]));
