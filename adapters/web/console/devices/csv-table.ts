// Reads CSV files of spreadsheets as a table: named columns, and rows with their lines in the file.
import { t } from '@lingui/core/macro';
import Papa from 'papaparse';

/** A row below the head, and the line on which it begins. */
interface TableRow {
  readonly line: number;
  /** The cells by the names of their columns. */
  readonly cells: ReadonlyMap<string, string>;
}

/** What a CSV file contains. Rows without any text are left out. */
export interface CsvTable {
  /** The line of the names of the columns. */
  readonly headLine: number;
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
  /** One sentence each, which begins with the line. */
  readonly faults: readonly string[];
}

/** A row as it is in the file. */
interface PlainRow {
  readonly line: number;
  readonly texts: readonly string[];
}

/** Names a line of a file. */
export const lineName = (line: number): string => t`Line ${line}`;

const lineBreaks = (texts: readonly string[]): number =>
  texts.reduce((count, text) => count + (text.match(/\r\n|\r|\n/g)?.length ?? 0), 0);

/** Returns the rows with their lines: a quoted cell with line breaks extends over several lines. */
const withLines = (data: readonly (readonly string[])[]): readonly PlainRow[] => {
  let line = 1;
  return data.map((texts) => {
    const row = { line, texts };
    line += 1 + lineBreaks(texts);
    return row;
  });
};

const hasText = ({ texts }: PlainRow): boolean => texts.some((text) => text.trim() !== '');

const duplicateFaults = (place: string, columns: readonly string[]): readonly string[] =>
  [...new Set(columns.filter((name, at) => columns.indexOf(name) < at))].map(
    (name) => t`${place}: the column “${name}” is there more than once.`,
  );

const lengthFaults = (rows: readonly PlainRow[], columns: readonly string[]): readonly string[] =>
  rows
    .filter(({ texts }) => texts.length !== columns.length)
    .map(({ line, texts }) => {
      const place = lineName(line);
      return t`${place}: the number of cells is ${texts.length}, expected ${columns.length}.`;
    });

/** Returns what is wrong with the quotes of a cell. */
const quoteFault = (place: string, code: string): string =>
  code === 'MissingQuotes'
    ? t`${place}: Quoted field unterminated.`
    : t`${place}: Trailing quote on quoted field is malformed.`;

const separators = [',', ';', '\t'];

/** Returns the separator that the row with the names of the columns contains most often. */
const separatorOf = (text: string): string => {
  const [head = ''] = text.trimStart().split(/[\r\n]/, 1);
  const count = (separator: string): number => head.split(separator).length;
  return separators.reduce((best, separator) => (count(separator) > count(best) ? separator : best));
};

/** Reads a table whose cells are separated by commas, semicolons or tabs. Its first row names the columns. */
export const readCsvTable = (text: string): CsvTable => {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: separatorOf(text) });
  const all = withLines(data);
  const [{ line, texts } = { line: 1, texts: [] }, ...rows] = all.filter(hasText);
  const columns = texts.map((name) => name.trim());
  const broken = errors.filter(({ type }) => type === 'Quotes');
  return {
    headLine: line,
    columns,
    rows: rows.map((row) => ({
      line: row.line,
      cells: new Map(columns.map((name, place) => [name, row.texts[place] ?? ''])),
    })),
    faults: [
      ...duplicateFaults(lineName(line), columns),
      // A quote that isn't closed takes in the rest of the file: the number of cells is no further fault.
      ...(broken.length > 0 ? [] : lengthFaults(rows, columns)),
      ...new Set(broken.map(({ row = 0, code }) => quoteFault(lineName(all[row]?.line ?? 1), code))),
    ],
  };
};
