// The as-run log as CSV: a row for each command, and for lines that were lost.
import { describe, expect, it } from 'vitest';
import { asRunEntry, type AsRunLost, type AsRunSent } from '../../domain/as-run.js';
import { csvHead, csvRow } from '../../domain/as-run-csv.js';

const cells = (row: string): readonly string[] => {
  const found: string[] = [];
  for (const [, quoted, bare = ''] of `,${row.replace(/\r$/, '')}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^",]*))/g))
    found.push(quoted?.replaceAll('""', '"') ?? bare);
  return found;
};

const sent: AsRunSent = {
  ...{ type: 'sent', id: '1', day: '2026-01-31', sentAt: '2026-01-31T12:00:00.000Z', caller: 'loopback' },
  ...{ startedBy: null, operation: 'signal.on', station: null, parameters: {}, action: null },
};

const lost: AsRunLost = { type: 'lost', time: '2026-01-31T12:00:00.000Z', count: 3 };

describe('@AS-RUN-7: the as-run log as CSV', () => {
  const columns = cells(csvHead);
  const cell = (name: string, row: string): string | undefined => cells(row)[columns.indexOf(name)];
  const rowWith = (changes: Partial<AsRunSent>): string => csvRow(asRunEntry({ ...sent, ...changes }, undefined));

  it('quotes what RFC 4180 requires, and ends rows with CR before the line feed', () => {
    const row = rowWith({ caller: 'device:a, "b"\nc', parameters: { scene: 'left' } });
    expect(row.endsWith('\r')).toBe(true);
    expect(cell('caller', row)).toBe('device:a, "b"\nc');
    expect(JSON.parse(cell('parameters', row) ?? '')).toEqual({ scene: 'left' });
    expect([cell('outcome', row), cell('error', row)]).toEqual(['unknown', '']);
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('defuses the formula %j', (text) => {
    expect(cell('caller', rowWith({ caller: text }))).toBe(`'${text}`);
  });

  it.each(['a;b', 'a\tb'])('quotes what other readers split at: %j', (text) => {
    expect(rowWith({ caller: text })).toContain(`"${text}"`);
  });

  it('has a row for entries that were lost', () => {
    expect(cell('outcome', csvRow(lost))).toBe('lost');
    expect(cell('parameters', csvRow(lost))).toBe('{"count":3}');
    expect(columns.filter((name) => cell(name, csvRow(lost)) !== '')).toEqual(['sentAt', 'outcome', 'parameters']);
    expect(cell('sentAt', csvRow(lost))).toBe(lost.time);
    expect(cells(csvRow(lost))).toHaveLength(columns.length);
  });
});
