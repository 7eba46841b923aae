// The as-run log as CSV for spreadsheets (RFC 4180).
import type { AsRunEntry, AsRunLost } from '../../domain/as-run.js';

type Cell = string | number | null;

/** A text that begins so is a formula in a spreadsheet. */
const formula = /^[=+\-@\t\r]/;

/** Readers of some countries split at semicolons or tabs. */
const special = /[",;\t\r\n]/;

/** Returns a cell. A formula begins with an apostrophe, so that spreadsheets show it as text. */
const cellText = (cell: Cell): string => {
  const text = String(cell ?? '');
  const defused = formula.test(text) ? `'${text}` : text;
  return special.test(defused) ? `"${defused.replaceAll('"', '""')}"` : defused;
};

/** Returns a row without its line feed: rows end with CR LF. */
const row = (cells: readonly Cell[]): string => `${cells.map(cellText).join(',')}\r`;

const columns = {
  sentAt: ({ sentAt }) => sentAt,
  day: ({ day }) => day,
  endedAt: ({ endedAt }) => endedAt,
  durationMs: ({ durationMs }) => durationMs,
  outcome: ({ outcome }) => outcome,
  error: ({ error }) => error,
  caller: ({ caller }) => caller,
  startedBy: ({ startedBy }) => startedBy,
  operation: ({ operation }) => operation,
  station: ({ station }) => station,
  parameters: ({ parameters }) => JSON.stringify(parameters),
  action: ({ action }) => action,
  id: ({ id }) => id,
} as const satisfies Readonly<Record<string, (entry: AsRunEntry) => Cell>>;

const lostRow = ({ time, count }: AsRunLost): string =>
  row(
    Object.keys(columns).map((name) => {
      if (name === 'sentAt') return time;
      if (name === 'outcome') return 'lost';
      return name === 'parameters' ? JSON.stringify({ count }) : null;
    }),
  );

/** The names of the columns. */
export const csvHead = row(Object.keys(columns));

/** Returns an entry as a row without its line feed. */
export const csvRow = (entry: AsRunEntry | AsRunLost): string =>
  'type' in entry ? lostRow(entry) : row(Object.values(columns).map((cell) => cell(entry)));
