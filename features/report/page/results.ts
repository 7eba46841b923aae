// Results of scenarios and rules, united over the drivers.
import type { ProvenRule, Report, Scenario, ScenarioResult, Status, TestFile } from '../model.js';

/** What the filter of results offers. */
export type Result = 'passed' | 'failed' | 'skipped' | 'not-run';

/** Each result in words and with a symbol, so that nothing depends on its colour. */
export const resultWords: Readonly<Record<Result, { readonly symbol: string; readonly text: string }>> = {
  passed: { symbol: '✓', text: 'passed' },
  failed: { symbol: '✗', text: 'failed' },
  skipped: { symbol: '–', text: 'skipped' },
  'not-run': { symbol: '○', text: 'not run' },
};

/** Returns the result of a status. Steps that are undefined, ambiguous or pending fail a run. */
export const resultOf = (status: Status): Result =>
  status === 'passed' || status === 'skipped' ? status : status === 'unknown' ? 'not-run' : 'failed';

/** Returns the worst of some results: a failure counts more than any pass. */
export const worst = (results: readonly Result[]): Result =>
  (['failed', 'passed', 'skipped'] as const).find((result) => results.includes(result)) ?? 'not-run';

/** Returns the results of a scenario with one driver, or with all if `driver` is empty. */
export const resultsWith = ({ results }: Scenario, driver: string): readonly ScenarioResult[] =>
  Object.entries(results)
    .filter(([name]) => driver === '' || name === driver)
    .map(([, result]) => result);

/** Returns how a scenario ended. */
export const scenarioResult = (scenario: Scenario, driver: string): Result =>
  worst(resultsWith(scenario, driver).map(({ status }) => resultOf(status)));

/** Unites the results of scenarios or rules. A driver runs some scenarios only. Without a driver, what never ran leaves a rule unproven. */
export const unitedResult = (results: readonly Result[], driver: string): Result =>
  driver === '' && !results.includes('failed') && results.includes('not-run') ? 'not-run' : worst(results);

/** Returns how the tests of a rule in one file ended. */
export const testFileResult = ({ tests, failure }: TestFile): Result =>
  failure === undefined
    ? unitedResult(
        tests.map(({ status }) => resultOf(status)),
        '',
      )
    : 'failed';

/** Whether only tests prove a rule. */
export const onlyTested = ({ scenarios, tests }: ProvenRule): boolean => scenarios.length === 0 && tests.length > 0;

/** Returns how the scenarios and tests of a rule ended. Tests have no driver: with one, they count only where no scenario does. */
export const ruleResult = (report: Report, rule: ProvenRule, driver: string): Result => {
  const scenarios = rule.scenarios.flatMap((index) => report.scenarios[index] ?? []);
  const tests = driver === '' || onlyTested(rule) ? rule.tests.map(testFileResult) : [];
  const results = [...scenarios.map((scenario) => scenarioResult(scenario, driver)), ...tests];
  return unitedResult(results, onlyTested(rule) ? '' : driver);
};

/** Returns the duration of a scenario, in milliseconds: the longest of its drivers. */
export const durationOf = (scenario: Scenario, driver: string): number =>
  Math.max(0, ...resultsWith(scenario, driver).map(({ ms }) => ms));

/** Returns a duration in words. */
export const duration = (ms: number): string =>
  ms < 1_000 ? `${String(ms)} ms` : ms < 60_000 ? `${(ms / 1_000).toFixed(1)} s` : `${(ms / 60_000).toFixed(1)} min`;
