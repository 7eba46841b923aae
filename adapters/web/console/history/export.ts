// Exports of a history as files.
import type { HistoryItem } from '../api/contract.js';
import { csvLine, type Cell } from '../api/rules.js';
import { fieldDifferences } from './field-words.js';

const head = ['time', 'operator', 'action', 'summary', 'version', 'setting', 'before', 'after'];

/** Returns a row for each changed field; one for a change without fields. */
const rowsOf = ({ time, operator, action, summary, version, fields }: HistoryItem): readonly (readonly Cell[])[] => {
  const cells = [time, operator, action, summary, version];
  const differences = fieldDifferences(fields ?? []);
  return differences.length === 0
    ? [cells]
    : differences.map(({ setting, before, after }) => [...cells, setting, before, after]);
};

/** Returns changes as CSV, in the words of the page. */
export const toCsv = (changes: readonly HistoryItem[]): string =>
  [head, ...changes.flatMap(rowsOf)].map((cells) => `${csvLine(cells)}\n`).join('');

/** Returns changes as JSON, as the console's API returns them. */
export const toJson = (changes: readonly HistoryItem[]): string => `${JSON.stringify({ changes }, null, 2)}\n`;
