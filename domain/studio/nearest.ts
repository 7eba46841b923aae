// Finds the name that a caller may have meant by a reference that no record has (ERROR-26).
import { failure, type Failure } from '../failure.js';
import type { Feature } from '../feature.js';
import { editDistance } from '../codec/edit-distance.js';

/** The kinds of records that callers name, each with its feature. */
const kindFeatures = {
  station: 'station',
  signal: 'signals',
  macro: 'macros',
  automation: 'automations',
  output: 'outputs',
  bank: 'outputs',
  clip: 'outputs',
  camera: 'cameras',
  angle: 'cameras',
  variable: 'variables',
} as const satisfies Readonly<Record<string, Feature>>;

/** The kind of a record. */
export type RecordKind = keyof typeof kindFeatures;

/** A name of a record: what a caller may have written, and what to write instead. */
export interface KnownName {
  readonly name: string;
  readonly shown: string;
}

/** Returns the names by which a record is found, and those by which it isn't: its id is written instead. */
export const knownNames = (
  id: string,
  others: readonly string[],
  descriptive: readonly string[] = [],
): readonly KnownName[] => [
  ...[id, ...others].map((name) => ({ name, shown: JSON.stringify(name) })),
  ...descriptive.map((name) => ({ name, shown: `${JSON.stringify(id)} (${name})` })),
];

/** Longest reference that is compared, in characters. No name is longer. */
const maxLength = 128;

/** The most edits by which a name may differ from a reference. */
const limitFor = ({ length }: string): number => Math.min(3, Math.max(1, Math.floor(length / 2)));

/** Shortest text that counts as a part of a name, in characters. */
const minPartLength = 3;

const isPart = (part: string, whole: string): boolean => part.length >= minPartLength && whole.includes(part);

const isNear = (reference: string, name: string): boolean => isPart(reference, name) || isPart(name, reference);

/** Returns the name with the fewest edits, the first of several; else the first that contains the reference. */
const nearestName = (reference: string, names: readonly KnownName[]): string | undefined => {
  if (reference === '' || reference.length > maxLength) return undefined;
  const folded = reference.toLowerCase();
  let [nearest, limit]: [KnownName | undefined, number] = [undefined, limitFor(reference)];
  for (const known of names) {
    const distance = limit < 0 ? undefined : editDistance(folded, known.name.toLowerCase(), limit);
    if (distance !== undefined) [nearest, limit] = [known, distance - 1];
  }
  return (nearest ?? names.find(({ name }) => isNear(folded, name.toLowerCase())))?.shown;
};

/** What a caller may have meant, for callers that may read the feature. */
export interface Suggestion {
  readonly feature: Feature;
  /** Returns the nearest name as shown to people; undefined if none is near. */
  readonly nearest: () => string | undefined;
}

const suggestions = new WeakMap<Failure, Suggestion>();

/** Returns the failure of a reference that no record has. The names are compared only if somebody asks. */
export const notFound = (
  kind: RecordKind,
  reference: string,
  message: string,
  names: () => readonly KnownName[],
): Failure => {
  const failed = failure('not_found', message);
  const nearest = () => nearestName(reference, names());
  suggestions.set(failed, { feature: kindFeatures[kind], nearest });
  return failed;
};

/** Returns what a caller may have meant; undefined if the failure isn't that of {@link notFound}. */
export const suggestionOf = (failed: Failure): Suggestion | undefined => suggestions.get(failed);
