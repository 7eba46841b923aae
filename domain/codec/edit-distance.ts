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
  at > 1 &&
  to > 1 &&
  one.charCodeAt(at - 1) === other.charCodeAt(to - 2) &&
  one.charCodeAt(at - 2) === other.charCodeAt(to - 1);

/**
 * A row of the table of distances between the beginnings of both texts, near the diagonal only: the entry `limit + to - at`
 * is the distance between the first `at` letters of one text and the first `to` letters of the other.
 */
type Row = number[];

/** The two rows before a row, and the row itself. They are used again for later rows: each name takes few allocations. */
interface Rows {
  readonly before: Row;
  readonly last: Row;
  readonly row: Row;
}

/** Returns an entry of a row. Entries beside the row are far from the diagonal, so they exceed the limit. */
const entryOf = (row: Row, entry: number, limit: number): number => row[entry] ?? limit + 1;

/** Returns an entry of the row, whose previous entry is filled already. `to` is at least 1. */
const entryAt = (pair: Pair, at: number, to: number, { before, last, row }: Rows, limit: number): number => {
  const entry = limit + to - at;
  const isSame = pair.one.charCodeAt(at - 1) === pair.other.charCodeAt(to - 1);
  const replaced = entryOf(last, entry, limit) + (isSame ? 0 : 1);
  const swapped = isSwap(pair, at, to) ? entryOf(before, entry, limit) + 1 : limit + 1;
  const [inserted, removed] = [entryOf(row, entry - 1, limit) + 1, entryOf(last, entry + 1, limit) + 1];
  return Math.min(replaced, swapped, inserted, removed, limit + 1);
};

/** Fills a row, and returns its smallest entry. */
const fillRow = (pair: Pair, at: number, rows: Rows, limit: number): number => {
  const { row } = rows;
  let least = limit + 1;
  row.fill(least);
  const end = Math.min(pair.other.length, at + limit);
  for (let to = Math.max(0, at - limit); to <= end; to += 1) {
    const edits = to === 0 ? at : entryAt(pair, at, to, rows, limit);
    row[limit + to - at] = edits;
    least = Math.min(least, edits);
  }
  return least;
};

const firstRow = ({ other }: Pair, limit: number): Row =>
  Array.from({ length: 2 * limit + 1 }, (_, entry) => {
    const to = entry - limit;
    return to < 0 || to > other.length ? limit + 1 : to;
  });

const emptyRow = (limit: number): Row => new Array<number>(2 * limit + 1).fill(limit + 1);

/** The distance of two texts, undefined if it exceeds the limit, and the number of letters that were compared to find it. */
export interface Comparison {
  readonly distance: number | undefined;
  readonly letters: number;
}

/** Compares two texts. Takes time in proportion to the compared letters times the limit. */
export const compareTexts = (one: string, other: string, limit: number): Comparison => {
  if (Math.abs(one.length - other.length) > limit) return { distance: undefined, letters: 0 };
  const pair = withoutCommonEnds({ one, other });
  let rows: Rows = { before: emptyRow(limit), last: firstRow(pair, limit), row: emptyRow(limit) };
  let leastBefore = 0;
  for (let at = 1; at <= pair.one.length; at += 1) {
    const least = fillRow(pair, at, rows, limit);
    if (least > limit && leastBefore > limit) return { distance: undefined, letters: at };
    leastBefore = least;
    rows = { before: rows.last, last: rows.row, row: rows.before };
  }
  const distance = entryOf(rows.last, limit + pair.other.length - pair.one.length, limit);
  return { distance: distance > limit ? undefined : distance, letters: pair.one.length };
};

/** Returns the distance, undefined if it exceeds `limit`. */
export const editDistance = (one: string, other: string, limit: number): number | undefined =>
  compareTexts(one, other, limit).distance;
