// How the results of tests and scenarios decide about a rule.
import { describe, expect, it } from 'vitest';
import { buildReport } from '../../features/report/build-report.js';
import type { ProvenRule, Report, Status, TestFile, TestResult } from '../../features/report/model.js';
import { coverage } from '../../features/report/page/coverage.js';
import { ruleResult, testFileResult } from '../../features/report/page/results.js';
import { rulesOfTitle } from '../../features/rules/title-rules.js';

const at = '2026-01-01T00:00:00.000Z';
const test = (status: Status): TestResult => ({ title: status, rules: ['A-1'], status, ms: 1, at });
const file = (...statuses: Status[]): TestFile => ({ file: 'test/a.test.ts', at, tests: statuses.map(test) });

const report = (rule: Partial<ProvenRule>, scenario: Status = 'passed'): Report => ({
  ...{ made: at, drivers: [], groups: [], features: [], steps: [] },
  rules: [{ id: 'A-1', text: 'It glows.', from: [], scenarios: [], tests: [], ...rule }],
  scenarios: [
    {
      ...{ feature: 0, heading: '', name: '', line: 1, tags: [], steps: [] },
      results: { first: { status: scenario, at, ms: 1 } },
    },
  ],
});

const resultOf = (shown: Report, driver = '') => shown.rules.map((rule) => ruleResult(shown, rule, driver))[0];

describe('The tests of a rule in a file', () => {
  it.each([
    ['passed if all passed', 'passed', file('passed', 'passed')],
    ['failed if one failed', 'failed', file('unknown', 'failed', 'passed')],
    ["are not run if one didn't run", 'not-run', file('passed', 'unknown')],
    ['are not run without a run', 'not-run', file()],
    ["failed if the file couldn't run", 'failed', { ...file('passed'), failure: 'No such module.' }],
  ])('%s', (_, result, tests) => {
    expect(testFileResult(tests)).toBe(result);
  });
});

describe('A rule', () => {
  it.each<[string, string, Report, string?]>([
    ['is proven by tests only', 'passed', report({ tests: [file('passed')] })],
    ['is proven by tests only with each driver', 'passed', report({ tests: [file('passed')] }), 'first'],
    ['is failed by a test', 'failed', report({ scenarios: [0], tests: [file('failed')] })],
    ['is not run if a file of its tests is not', 'not-run', report({ tests: [file('passed'), file()] })],
    [
      'is not run if its scenarios passed and its tests are not run',
      'not-run',
      report({ scenarios: [0], tests: [file()] }),
    ],
    [
      'depends on its scenarios alone with a driver',
      'passed',
      report({ scenarios: [0], tests: [file('failed')] }),
      'first',
    ],
    ['is failed by a scenario', 'failed', report({ scenarios: [0], tests: [file('passed')] }, 'failed')],
  ])('%s', (_, result, shown, driver) => {
    expect(resultOf(shown, driver)).toBe(result);
  });

  it('is counted as proven by tests', () => {
    expect(coverage(report({ tests: [file('passed')] }), '')).toBe(
      '1 rules: 1 proven (1 by tests only), 0 failed, 0 not run, 0 skipped',
    );
  });

  it('has the files whose titles name it, with results or without', () => {
    const ran = { ...file('passed'), file: 'test/journeys/many-connections.test.ts' };
    const named = { ...ran, tests: ran.tests.map((one) => ({ ...one, rules: ['CONN-1'] })) };
    const { rules } = buildReport([], [], [named], at);
    const testsOf = (id: string) => rules.find((rule) => rule.id === id)?.tests;
    expect(testsOf('CONN-1')).toEqual([named]);
    expect(testsOf('CONN-2')).toEqual([{ ...named, tests: [] }]);
    expect(testsOf('START-20')).toContainEqual({ file: 'test/infra/settings/settings.test.ts', at: '', tests: [] });
  });
});

it.each([
  ['@CONN-1: closes', ['CONN-1']],
  ['@AS-RUN-4 @CONN-1: closes', ['AS-RUN-4', 'CONN-1']],
  ['it closes @CONN-1: at once', []],
  ['@CONN-1 closes', []],
])('the title "%s" names the rules %j', (title, rules) => {
  expect(rulesOfTitle(title)).toEqual(rules);
});
