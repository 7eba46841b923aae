// Small parts that several views share: results, links to rules.
import type { Report, Scenario } from '../model.js';
import { element } from './dom.js';
import { duration, resultOf, resultWords, scenarioResult, type Result } from './results.js';
import { hashOf } from './state.js';

/** A result with its symbol. The text is read aloud, and shown where `text` is given. */
export const badge = (result: Result, text?: string): HTMLElement => {
  const { symbol, text: word } = resultWords[result];
  return element(
    'span',
    { class: `badge ${result}`, title: word },
    element('span', { 'aria-hidden': 'true' }, symbol),
    element('span', { class: text === undefined ? 'unseen' : '' }, text ?? word),
  );
};

/** How many scenarios ended in each way. */
export const tally = (scenarios: readonly Scenario[], driver: string): readonly HTMLElement[] => {
  const counts = Map.groupBy(scenarios, (scenario) => scenarioResult(scenario, driver));
  return (['failed', 'skipped', 'not-run', 'passed'] as const).flatMap((result) => {
    const count = counts.get(result)?.length ?? 0;
    return count === 0 ? [] : [badge(result, `${String(count)} ${resultWords[result].text}`)];
  });
};

/** The results of a scenario with each driver that ran it, with duration and end of the run. */
export const driverBadges = (report: Report, scenario: Scenario): readonly HTMLElement[] =>
  report.drivers.flatMap(({ name, title }) => {
    const result = scenario.results[name];
    return result
      ? [badge(resultOf(result.status), `${title}, ${duration(result.ms)}, ${new Date(result.at).toLocaleString()}`)]
      : [];
  });

/** A link that shows the scenarios of a rule. */
export const ruleLink = (id: string): HTMLElement =>
  element('a', { class: 'rule', href: hashOf({ rule: id }), title: `Scenarios of ${id}` }, id);
