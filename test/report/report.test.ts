// The parts of the report that need no browser: the search, the address, and how results of several runs are kept.
import { mkdtempDisposableSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Report, Scenario, ScenarioResult } from '../../features/report/model.js';
import { duration, scenarioResult, worst } from '../../features/report/page/results.js';
import { folded, SearchIndex } from '../../features/report/page/search.js';
import { hashOf, parseState } from '../../features/report/page/state.js';
import { addResults, readAllResults } from '../../features/report/results.js';
import { headingsOf, keyOf, keywordsOf, parseFeature } from '../../features/report/source.js';

const passed: ScenarioResult = { status: 'passed', at: '2026-01-01T00:00:00.000Z', ms: 3 };
const failed: ScenarioResult = { ...passed, status: 'failed', ms: 9 };

const scenario = (name: string, more: Partial<Scenario> = {}): Scenario => ({
  ...{ feature: 0, heading: '', name, line: 1, tags: [], steps: [0], results: {} },
  ...more,
});

describe('The search', () => {
  const report: Report = {
    ...{ made: passed.at, drivers: [], groups: [] },
    rules: [{ id: 'A-1', text: 'It glows.', from: ['S1.1'], scenarios: [0], tests: [] }],
    features: [{ file: 'features/a.feature', name: 'Café', description: '' }],
    scenarios: [
      scenario('One', { tags: ['A-1'], results: { first: passed, second: failed } }),
      scenario('Two', { results: { first: passed } }),
      scenario('Three'),
    ],
    steps: [{ keyword: 'When', text: 'a clip plays', table: [['Übergang']] }],
  };
  const find = (hash: string) => new SearchIndex(report).find(parseState(hash)).map(({ name }) => name);

  it.each([
    ['no filter', '', ['One', 'Two', 'Three']],
    ['words of feature, step and table, in any order, case and without accents', 'q=UBERGANG cafe plays', 3],
    ['words of a rule', 'q=glows', ['One']],
    ['the sentence of a rule', 'q=s1.1', ['One']],
    ['a rule in any case', 'rule=a-1', ['One']],
    ['a feature', 'feature=features/b.feature', []],
    ['failures with any driver', 'result=failed', ['One']],
    ['what passed with a driver', 'result=passed&driver=first', ['One', 'Two']],
    ['what a driver ran', 'driver=second', ['One']],
    ['what never ran', 'result=not-run', ['Three']],
  ])('finds scenarios by %s', (_, hash, names) => {
    expect(find(hash)).toEqual(names === 3 ? ['One', 'Two', 'Three'] : names);
  });

  it('ignores accents and case', () => {
    expect(folded('Crème ÉLAN')).toBe('creme elan');
  });
});

describe('The address', () => {
  it('holds what is shown', () => {
    const state = { view: 'times', q: 'a & b', rule: 'A-1', feature: '', result: 'failed', driver: 'obs' } as const;
    expect(parseState(hashOf(state))).toEqual(state);
  });

  it('ignores what is unknown', () => {
    expect(hashOf(parseState('#view=other&colour=red'))).toBe('#');
  });
});

describe('Results', () => {
  it('are failed if one driver fails, and not run without any', () => {
    expect(scenarioResult(scenario('', { results: { first: passed, second: failed } }), '')).toBe('failed');
    expect(scenarioResult(scenario('', { results: { first: passed, second: failed } }), 'first')).toBe('passed');
    expect(worst(['skipped', 'passed'])).toBe('passed');
    expect(worst([])).toBe('not-run');
  });

  it.each([
    [3, '3 ms'],
    [1_250, '1.3 s'],
    [90_000, '1.5 min'],
  ])('write %d ms as %s', (ms, text) => {
    expect(duration(ms)).toBe(text);
  });

  it('of a run replace those of the same scenarios, and drop those of scenarios that are gone', () => {
    using temporary = mkdtempDisposableSync(join(tmpdir(), 'results-'));
    const folder = temporary.path;
    const run = { name: 'first', title: 'First', at: passed.at, failures: [] };
    addResults(folder, 'first', { ...run, scenarios: { a: passed, b: passed, c: passed } }, new Set(['a', 'b', 'c']));
    addResults(folder, 'first', { ...run, scenarios: { b: failed } }, new Set(['a', 'b']));
    addResults(folder, 'first-2', { ...run, scenarios: { d: passed } }, new Set(['d']));
    expect(readAllResults(folder)).toEqual([{ ...run, scenarios: { a: passed, b: failed, d: passed } }]);
  });
});

describe('A scenario', () => {
  const text = readFileSync(join(import.meta.dirname, 'sample/features/sample.feature'), 'utf8');
  const keys = (changed: string) => parseFeature('features/sample.feature', changed).pickles.map(keyOf);

  it('is recognized until its words change, wherever it is in its file', () => {
    expect(keys(text.replace('  A sample for the report.\n', ''))).toEqual(keys(text));
    expect(new Set(keys(text)).size).toBe(8);
    expect(keys(text.replace('<b>News</b>', 'News'))[0]).not.toBe(keys(text)[0]);
  });

  it('has the keywords of its steps and the title of its rule', () => {
    const { document, pickles } = parseFeature('features/sample.feature', text);
    const keywords = keywordsOf(document);
    const failing = pickles.find(({ name }) => name === 'A step fails');
    expect(failing?.steps.map(({ astNodeIds }) => keywords.get(astNodeIds[0] ?? ''))).toEqual([
      'Given',
      'When',
      'Then',
    ]);
    expect(headingsOf(document).get(failing?.astNodeIds[0] ?? '')).toBe("What doesn't pass is shown");
  });
});
