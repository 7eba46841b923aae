// The as-run log as CSV for spreadsheets (RFC 4180).
import { csvLine, type Cell } from './codec/csv.js';
import type { AsRunEntry, AsRunLost } from './as-run.js';

/** An entry, whose outcome may be one of a newer service. */
type CsvEntry = Omit<AsRunEntry, 'outcome'> & { readonly outcome: string };

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
} as const satisfies Readonly<Record<string, (entry: CsvEntry) => Cell>>;

const lostRow = ({ time, count }: AsRunLost): string =>
  csvLine(
    Object.keys(columns).map((name) => {
      if (name === 'sentAt') return time;
      if (name === 'outcome') return 'lost';
      return name === 'parameters' ? JSON.stringify({ count }) : null;
    }),
  );

/** The names of the columns. */
export const csvHead = csvLine(Object.keys(columns));

/** Returns an entry as a row without its line feed. */
export const csvRow = (entry: CsvEntry | AsRunLost): string =>
  'type' in entry ? lostRow(entry) : csvLine(Object.values(columns).map((cell) => cell(entry)));
