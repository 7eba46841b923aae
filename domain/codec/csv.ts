// Rows of CSV for spreadsheets (RFC 4180).

/** The value of a cell; null for an empty one. */
export type Cell = string | number | null;

/** A text that begins so is a formula in a spreadsheet. Apostrophes before it count, so that one can be taken off again. */
const formula = /^'*[=+\-@\t\r]/;

/** Readers of some countries split at semicolons or tabs. */
const special = /[",;\t\r\n]/;

/** Returns a cell. A formula begins with an apostrophe, so that spreadsheets show it as text. */
const cellText = (cell: Cell): string => {
  const text = String(cell ?? '');
  const defused = formula.test(text) ? `'${text}` : text;
  return special.test(defused) ? `"${defused.replaceAll('"', '""')}"` : defused;
};

/** Returns a row without its line feed: rows end with CR LF. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cellText).join(',')}\r`;
