// The way from each sentence of the specification to its rules, their scenarios, and the results with each driver.
import type { ProvenRule, Report, Requirement, RequirementGroup, Scenario } from '../model.js';
import { badge, ruleLink, tally } from './badges.js';
import { disclosure, element } from './dom.js';
import { ruleResult, scenarioResult, testFileResult, unitedResult, worst, type Result } from './results.js';
import { scenarioView } from './scenario-view.js';
import { folded, wordsOf } from './search.js';
import type { Filters } from './state.js';
import { testFileView, testTally } from './tests-view.js';

interface Context {
  readonly report: Report;
  readonly rules: ReadonlyMap<string, ProvenRule>;
  readonly found: ReadonlySet<Scenario>;
  readonly filters: Filters;
}

const scenariosOf = (report: Report, { scenarios }: ProvenRule): readonly Scenario[] =>
  scenarios.flatMap((index) => report.scenarios[index] ?? []);

/** The results of a rule's scenarios with each driver that ran some of them. */
const driverTallies = (report: Report, scenarios: readonly Scenario[]): readonly HTMLElement[] =>
  report.drivers.flatMap(({ name, title }) => {
    const run = scenarios.filter(({ results }) => name in results);
    if (run.length === 0) return [];
    const result = worst(run.map((scenario) => scenarioResult(scenario, name)));
    return [badge(result, `${title}: ${String(run.length)}`)];
  });

const ruleView = ({ report, found, filters }: Context, rule: ProvenRule): HTMLElement => {
  const scenarios = scenariosOf(report, rule);
  const shown = scenarios.filter((scenario) => found.has(scenario));
  return element(
    'section',
    { class: 'proof' },
    element('p', {}, ruleLink(rule.id), ` ${rule.text}`),
    element('p', { class: 'drivers' }, ...driverTallies(report, scenarios)),
    ...rule.tests.map(testFileView),
    ...shown.map((scenario) => scenarioView(report, scenario, filters.driver)),
  );
};

const resultOfRules = ({ report, filters }: Context, rules: readonly ProvenRule[]): Result => {
  const results = rules.map((rule) => ruleResult(report, rule, filters.driver));
  return unitedResult(results, filters.driver);
};

const requirementView = (context: Context, { id, text }: Requirement, rules: readonly ProvenRule[]): HTMLElement => {
  const scenarios = [...new Set(rules.flatMap((rule) => scenariosOf(context.report, rule)))];
  const summary = [
    badge(resultOfRules(context, rules)),
    element('b', {}, id),
    element('span', {}, text),
    element('span', { class: 'aside' }, ...tally(scenarios, context.filters.driver), ...testTally(rules)),
  ];
  return disclosure(summary, () => rules.map((rule) => ruleView(context, rule)), { className: 'sentence' });
};

const hasWords = (texts: readonly string[], words: readonly string[]): boolean => {
  const text = folded(texts.join(' '));
  return words.every((word) => text.includes(word));
};

/** Whether the filters leave a rule: by one of its scenarios, or by its own words and the results of its tests. */
const isShown = ({ report, found, filters }: Context, requirement: Requirement, rule: ProvenRule): boolean => {
  const { q, rule: only, feature, result, driver } = filters;
  if (only !== '' && rule.id !== only.toUpperCase()) return false;
  if (scenariosOf(report, rule).some((scenario) => found.has(scenario))) return true;
  const byTests = result === '' || rule.tests.some((found) => testFileResult(found) === result);
  return (
    feature === '' &&
    driver === '' &&
    byTests &&
    hasWords([requirement.id, requirement.text, rule.id, rule.text], wordsOf(q))
  );
};

const groupView = (context: Context, { title, requirements }: RequirementGroup): readonly HTMLElement[] => {
  const shown = requirements.flatMap((requirement) => {
    const rules = requirement.rules.flatMap((id) => context.rules.get(id) ?? []);
    const left = rules.filter((rule) => isShown(context, requirement, rule));
    return left.length === 0 ? [] : [requirementView(context, requirement, left)];
  });
  return shown.length === 0 ? [] : [element('h2', {}, title), ...shown];
};

/** The specification with the scenarios that were found. */
export const specificationView = (
  report: Report,
  scenarios: readonly Scenario[],
  filters: Filters,
): readonly HTMLElement[] => {
  const rules = new Map(report.rules.map((rule) => [rule.id, rule]));
  const context = { report, rules, found: new Set(scenarios), filters };
  return report.groups.flatMap((group) => groupView(context, group));
};
