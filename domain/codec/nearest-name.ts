// Finds the name that was probably meant.

/** The longest names that are compared, in characters. */
const maxLength = 64;

/** The number of changes between two texts: characters that are added, left out, replaced, or swapped with their neighbour. */
const distance = (one: string, other: string): number => {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const cost = one[i - 1] === other[j - 1] ? 0 : 1;
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row[j] = Math.min(
        Number(last[j]) + 1,
        Number(row[j - 1]) + 1,
        Number(last[j - 1]) + cost,
        isSwapped ? Number(beforeLast[j - 2]) + 1 : Infinity,
      );
    }
    [beforeLast, last] = [last, row];
  }
  return Number(last[other.length]);
};

const isComparable = (name: string): boolean => name.length > 0 && name.length <= maxLength;

/** Returns the name that differs least, ignoring case; undefined if each one differs in more than a third of its characters. */
export const nearestName = (name: string, names: readonly string[]): string | undefined => {
  if (!isComparable(name)) return undefined;
  const near = names.filter(isComparable).flatMap((candidate) => {
    const changes = distance(name.toLowerCase(), candidate.toLowerCase());
    return changes <= Math.max(1, Math.floor(candidate.length / 3)) ? [{ candidate, changes }] : [];
  });
  return near.toSorted((one, other) => one.changes - other.changes)[0]?.candidate;
};
