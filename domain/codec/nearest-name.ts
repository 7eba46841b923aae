// Finds the field that was probably meant.
import { matchable } from './codec.js';
import { editDistance } from './edit-distance.js';

/** The longest names that are compared, in characters. */
const maxLength = 64;

const isComparable = (name: string): boolean => name.length > 0 && name.length <= maxLength;

/** Returns the name with the fewest edits, ignoring case; undefined if each one differs in more than a third of its characters. */
export const nearestName = (name: string, names: readonly string[]): string | undefined => {
  if (!isComparable(name)) return undefined;
  const near = names.filter(isComparable).flatMap((candidate) => {
    const limit = Math.max(1, Math.floor(candidate.length / 3));
    const edits = editDistance(matchable(name), matchable(candidate), limit);
    return edits === undefined ? [] : [{ candidate, edits }];
  });
  return near.toSorted((one, other) => one.edits - other.edits)[0]?.candidate;
};
