// A part of the changed lines, for a change that is too large for its time.

const linesIn = (range: string): number => {
  const [, first = '1', last = first] = /:(\d+)-(\d+)$/.exec(range) ?? [];
  return Number(last) - Number(first) + 1;
};

/** Returns the number of lines in ranges such as `folder/file.ts:3-5`. */
export const linesOf = (ranges: readonly string[]): number => ranges.reduce((sum, range) => sum + linesIn(range), 0);

/** Returns every n-th range, so that about `maxLines` lines remain of all files. */
export const evenSample = (ranges: readonly string[], maxLines: number): readonly string[] => {
  const step = Math.max(1, Math.ceil(linesOf(ranges) / maxLines));
  return ranges.filter((_, index) => index % step === 0);
};
