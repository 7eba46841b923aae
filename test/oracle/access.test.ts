// The access rules, call by call, against the table that was written from the specification alone.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgedReally } from './arrange.js';
import { anyCase } from './cases.js';
import { bitsOf, expectedOf, liesIn, titles, type Case } from './table.js';

/** Another run draws other calls; `ORACLE_SEED` draws the same again. */
const seed = Number(process.env['ORACLE_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const cases = 100_000;

/** A row that is met less often proves too little. */
const enough = 20;

const met = new Map(titles.map((title) => [title, 0]));

const count = (rows: readonly string[]): void => {
  for (const row of rows) met.set(row, (met.get(row) ?? 0) + 1);
};

/** Fails where the rules differ from the table, with the rows that led there. */
const compare = (call: Case): void => {
  const { rows, ...expected } = expectedOf(call);
  const really = judgedReally(call);
  count(rows);
  if (really.answer !== expected.answer || really.caller !== expected.caller)
    expect(really, `the table goes by:\n${rows.join('\n')}`).toEqual(expected);
};

describe('the access table', () => {
  it('imports nothing and has no row twice', () => {
    expect(readFileSync(new URL('table.ts', import.meta.url), 'utf8')).not.toMatch(/^import|\bimport\(|\brequire\(/m);
    expect(new Set(titles).size).toBe(titles.length);
  });

  it('reads addresses in a way of its own', () => {
    expect(bitsOf('::ffff:10.0.0.1')).toBe(bitsOf('10.0.0.1'));
    expect(bitsOf('fe80::1%eth0')).toBe(`1111111010000000${'0'.repeat(111)}1`);
    expect(['172.16.0.0', '172.31.255.255'].every((address) => liesIn('172.16.0.0/12', address))).toBe(true);
    expect(['172.15.255.255', '172.32.0.0', '::ac10:0'].some((address) => liesIn('172.16.0.0/12', address))).toBe(
      false,
    );
  });
});

describe(`access to the API (seed ${String(seed)})`, () => {
  it(`is what the table says, in ${cases.toLocaleString('en')} calls`, { timeout: 120_000 }, () => {
    fc.assert(fc.property(anyCase, compare), { seed, numRuns: cases });
  });

  it('meets every row of the table often', () => {
    const rare = [...met].filter(([, times]) => times < enough);
    expect(rare, `rows met less than ${String(enough)} times with seed ${String(seed)}`).toEqual([]);
  });
});
