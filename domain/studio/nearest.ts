// Finds the name that a caller may have meant by a reference that no record has (ERROR-26).
import { redactTokens } from '../access/redaction.js';
import type { Failure, Suggestion } from '../failure.js';
import type { Feature } from '../feature.js';
import { matchable } from '../codec/codec.js';
import { compareTexts } from '../codec/edit-distance.js';

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
  readonly shown: () => string;
}

/** Returns the names by which a record is found, and those by which it isn't: its id is written instead. */
export const knownNames = (
  id: string,
  others: readonly string[],
  descriptive: readonly string[] = [],
): readonly KnownName[] => [
  ...[id, ...others].map((name) => ({ name, shown: () => JSON.stringify(name) })),
  ...descriptive.map((name) => ({ name, shown: () => `${JSON.stringify(id)} (${name})` })),
];

/** Longest reference that is compared, in characters. No name is longer. */
const maxLength = 128;

/** The most edits by which a name may differ from a reference. */
const limitFor = ({ length }: string): number => Math.min(3, Math.max(1, Math.floor(length / 2)));

/** Shortest text that counts as a part of a name, in characters. */
const minPartLength = 3;

const isPart = (part: string, whole: string): boolean => part.length >= minPartLength && whole.includes(part);

const isNear = (reference: string, name: string): boolean => isPart(reference, name) || isPart(name, reference);

/**
 * How many letters are compared for one reference. It bounds the time that a call takes, whatever the studio's names are:
 * those of 2,000 records are compared, unless they are long and nearly the same. The names after that are left out.
 */
const maxLetters = 60_000;

/** What looking at a name costs besides the comparison, in letters. */
const lettersPerName = 4;

/** Finds the name with the fewest edits, the first of several; else the first that contains the reference. */
class NearestSearch {
  readonly #folded: string;
  #nearest: KnownName | undefined;
  #containing: KnownName | undefined;
  #limit: number;
  #lettersLeft = maxLetters;

  constructor(reference: string) {
    this.#folded = matchable(reference);
    this.#limit = limitFor(reference);
  }

  get isOver(): boolean {
    return this.#limit < 0 || this.#lettersLeft <= 0;
  }

  get found(): KnownName | undefined {
    return this.#nearest ?? this.#containing;
  }

  look(known: KnownName): void {
    const name = matchable(known.name);
    const { distance, letters } = compareTexts(this.#folded, name, this.#limit);
    this.#lettersLeft -= letters + lettersPerName;
    if (distance !== undefined) [this.#nearest, this.#limit] = [known, distance - 1];
    if (isNear(this.#folded, name)) this.#containing ??= known;
  }
}

const nearestName = (reference: string, names: readonly KnownName[]): string | undefined => {
  if (reference === '' || reference.length > maxLength) return undefined;
  const search = new NearestSearch(reference);
  for (const known of names) {
    if (search.isOver) break;
    search.look(known);
  }
  return search.found?.shown();
};

/** Returns what a caller may have meant by a name of a record. */
export const suggestionFor = (kind: RecordKind, reference: string, names: () => readonly KnownName[]): Suggestion => ({
  feature: kindFeatures[kind],
  nearest: () => nearestName(reference, names()),
});

/** Returns the failure of a reference that no record has. */
export const notFound = (
  kind: RecordKind,
  reference: string,
  message: string,
  names: () => readonly KnownName[],
): Failure => ({
  code: 'not_found',
  message: redactTokens(message),
  suggestion: suggestionFor(kind, reference, names),
});
