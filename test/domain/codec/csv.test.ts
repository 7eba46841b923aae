// Rows of CSV.
import { expect, it } from 'vitest';
import { csvLine } from '../../../domain/codec/csv.js';

it.each([
  [['a', 1, null], 'a,1,'],
  [['=1+1', '@x', '-1', '+1'], "'=1+1,'@x,'-1,'+1"],
  [["'=1+1", "'a", "a'=1"], "''=1+1,'a,a'=1"],
  [['\t1', '\r1', 'a\rb', 'a\tb'], `"'\t1","'\r1","a\rb","a\tb"`],
  [['"a" and "b"', '""'], '"""a"" and ""b""",""""""'],
  [['a,b', 'a;b', 'a"b', 'a\nb'], '"a,b","a;b","a""b","a\nb"'],
])('%j is a row that a spreadsheet reads as text', (cells, row) => {
  expect(csvLine(cells)).toBe(`${row}\r`);
});
