// The scenarios by feature and by the Gherkin rules in it.
import type { Report, Scenario } from '../model.js';
import { tally } from './badges.js';
import { disclosure, element } from './dom.js';
import { duration, durationOf } from './results.js';
import { scenarioView } from './scenario-view.js';

/** So few scenarios are shown at once; of more, the features stay closed. */
const fewScenarios = 60;

const sections = (report: Report, scenarios: readonly Scenario[], driver: string): readonly HTMLElement[] =>
  [...Map.groupBy(scenarios, ({ heading }) => heading)].flatMap(([heading, found]) => [
    ...(heading === '' ? [] : [element('h3', {}, heading)]),
    ...found.map((scenario) => scenarioView(report, scenario, driver)),
  ]);

const featureView = (report: Report, index: number, scenarios: readonly Scenario[], driver: string, open: boolean) => {
  const { name = '', description = '' } = report.features[index] ?? {};
  const time = duration(scenarios.reduce((sum, scenario) => sum + durationOf(scenario, driver), 0));
  const summary = [
    element('h2', {}, name),
    element('span', { class: 'aside' }, ...tally(scenarios, driver), ` ${time}`),
  ];
  return disclosure(
    summary,
    () => [
      ...(description === '' ? [] : [element('p', { class: 'description' }, description)]),
      ...sections(report, scenarios, driver),
    ],
    { open, className: 'feature' },
  );
};

/** The scenarios that were found, by feature. */
export const featuresView = (report: Report, scenarios: readonly Scenario[], driver: string): readonly HTMLElement[] =>
  [...Map.groupBy(scenarios, ({ feature }) => feature)].map(([index, found]) =>
    featureView(report, index, found, driver, scenarios.length <= fewScenarios),
  );

/** The scenarios that were found, those that take longest first. */
export const timesView = (report: Report, scenarios: readonly Scenario[], driver: string): readonly HTMLElement[] =>
  [...scenarios]
    .map((scenario) => ({ scenario, ms: durationOf(scenario, driver) }))
    .sort((one, other) => other.ms - one.ms)
    .map(({ scenario, ms }) => scenarioView(report, scenario, driver, duration(ms)));
