// The distance between two texts: how many letters are inserted, removed, replaced, or swapped with their neighbour.

/** The two texts, without what they begin and end with alike. */
interface Pair {
  readonly one: string;
  readonly other: string;
}

const withoutCommonEnds = ({ one, other }: Pair): Pair => {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return { one: one.slice(start, one.length - end), other: other.slice(start, other.length - end) };
};

const isSwap = ({ one, other }: Pair, at: number, to: number): boolean =>
  at > 1 && to > 1 && one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1];

/**
 * A row of the table of distances between the beginnings of both texts, near the diagonal only: the entry `limit + to - at`
 * is the distance between the first `at` letters of one text and the first `to` letters of the other.
 */
type Row = readonly number[];

const nextRow = (pair: Pair, at: number, [before, last]: readonly [Row, Row], limit: number): Row => {
  const tooFar = limit + 1;
  const row = new Array<number>(2 * limit + 1).fill(tooFar);
  const from = Math.max(0, limit - at);
  const end = Math.min(2 * limit, limit + pair.other.length - at);
  for (let entry = from; entry <= end; entry += 1) {
    const to = at + entry - limit;
    const replaced = (last[entry] ?? tooFar) + Number(pair.one[at - 1] !== pair.other[to - 1]);
    const swapped = isSwap(pair, at, to) ? (before[entry] ?? tooFar) + 1 : tooFar;
    const inserted = (row[entry - 1] ?? tooFar) + 1;
    const removed = (last[entry + 1] ?? tooFar) + 1;
    row[entry] = to === 0 ? at : Math.min(replaced, swapped, inserted, removed, tooFar);
  }
  return row;
};

const firstRow = ({ other }: Pair, limit: number): Row =>
  Array.from({ length: 2 * limit + 1 }, (_, entry) => {
    const to = entry - limit;
    return to < 0 || to > other.length ? limit + 1 : to;
  });

/** Returns the distance, undefined if it exceeds `limit`. Takes time in proportion to the length times the limit. */
export const editDistance = (one: string, other: string, limit: number): number | undefined => {
  if (Math.abs(one.length - other.length) > limit) return undefined;
  const pair = withoutCommonEnds({ one, other });
  let [before, last]: [Row, Row] = [[], firstRow(pair, limit)];
  for (let at = 1; at <= pair.one.length; at += 1) {
    const row = nextRow(pair, at, [before, last], limit);
    if (Math.min(...row, ...last) > limit) return undefined;
    [before, last] = [last, row];
  }
  const distance = last[limit + pair.other.length - pair.one.length] ?? limit + 1;
  return distance > limit ? undefined : distance;
};
