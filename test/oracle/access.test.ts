// Compares the access rules with an independent table, for random calls.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { actualDecision } from './arrange.js';
import { anyCase } from './cases.js';
import { bitsOf, expectedOf, liesIn, titles, type Case } from './table.js';

/** Each run generates other calls; `ORACLE_SEED` repeats a run, and `ORACLE_CASES` makes a longer one, as the build does. */
const seed = Number(process.env['ORACLE_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const cases = Number(process.env['ORACLE_CASES'] ?? 3_000);

/** Minimum number of matches of each row: the rarest has about one in 3,000 calls. */
const minMatches = cases / 10_000;

const matches = new Map(titles.map((title) => [title, 0]));

const count = (rows: readonly string[]): void => {
  for (const row of rows) matches.set(row, (matches.get(row) ?? 0) + 1);
};

/** Fails where the rules differ from the table, with the matching rows. */
const compare = (call: Case): void => {
  const { rows, ...expected } = expectedOf(call);
  const actual = actualDecision(call);
  count(rows);
  if (actual.answer !== expected.answer || actual.caller !== expected.caller)
    expect(actual, `matching rows of the table:\n${rows.join('\n')}`).toEqual(expected);
};

describe('the access table', () => {
  it('imports nothing and has unique rows', () => {
    expect(readFileSync(new URL('table.ts', import.meta.url), 'utf8')).not.toMatch(/^import|\bimport\(|\brequire\(/m);
    expect(new Set(titles).size).toBe(titles.length);
  });

  it('parses addresses', () => {
    expect(bitsOf('::ffff:10.0.0.1')).toBe(bitsOf('10.0.0.1'));
    expect(bitsOf('fe80::1%eth0')).toBe(`1111111010000000${'0'.repeat(111)}1`);
    expect(['172.16.0.0', '172.31.255.255'].every((address) => liesIn('172.16.0.0/12', address))).toBe(true);
    expect(['172.15.255.255', '172.32.0.0', '::ac10:0'].some((address) => liesIn('172.16.0.0/12', address))).toBe(
      false,
    );
  });
});

describe(`access to the API (seed ${String(seed)})`, () => {
  it(`equals the table in ${cases.toLocaleString('en')} calls`, { timeout: 20 * cases }, () => {
    fc.assert(fc.property(anyCase, compare), { seed, numRuns: cases });
  });

  // Fewer calls, as `npm test` and mutation testing make them, don't match the rarest rows.
  it.runIf(cases >= 50_000)('matches every row of the table often', () => {
    const rare = [...matches].filter(([, times]) => times < minMatches);
    expect(rare, `rows matched less than ${String(minMatches)} times with seed ${String(seed)}`).toEqual([]);
  });
});
