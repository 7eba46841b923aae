// A scenario: its steps as they are written, its results with each driver, and what a failed step reported.
import type { Attached, Report, Scenario, ScenarioResult, Step, StepResult } from '../model.js';
import { badge, driverBadges, ruleLink } from './badges.js';
import { disclosure, element } from './dom.js';
import { resultOf, scenarioResult, worst } from './results.js';

const tableOf = (rows: readonly (readonly string[])[]): HTMLElement => {
  const cells = rows.map((row) => element('tr', {}, ...row.map((cell) => element('td', {}, cell))));
  return element(
    'div',
    { class: 'table', tabindex: '0', role: 'group', 'aria-label': 'Table of the step' },
    element('table', {}, ...cells),
  );
};

const preformatted = (text: string, label: string, className = ''): HTMLElement =>
  element('pre', { class: className, tabindex: '0', role: 'group', 'aria-label': label }, text);

const attachment = ({ mediaType, body, base64, fileName = 'Attachment' }: Attached): HTMLElement => {
  const isText = mediaType.startsWith('text/') || mediaType === 'application/json';
  if (isText && !base64) return preformatted(body, fileName);
  const url = base64 ? `data:${mediaType};base64,${body}` : `data:${mediaType},${encodeURIComponent(body)}`;
  if (mediaType.startsWith('image/')) return element('img', { src: url, alt: fileName });
  return element('a', { href: url, download: fileName }, `${fileName} (${mediaType})`);
};

const noMessage: Readonly<Record<string, string>> = {
  undefined: 'No step definition matches this step.',
  ambiguous: 'Several step definitions match this step.',
  pending: 'The step definition is not finished.',
};

/** What a step or hook reported with a driver, if it didn't pass. */
const report = (result: StepResult, driver: string): readonly HTMLElement[] => {
  const message = result.message ?? noMessage[result.status];
  return [
    ...(message === undefined ? [] : [preformatted(message, `Message, ${driver}`, resultOf(result.status))]),
    ...(result.attached ?? []).map(attachment),
  ];
};

interface Run {
  readonly title: string;
  readonly result: ScenarioResult;
}

const stepItem = (step: Step, index: number, runs: readonly Run[]): HTMLElement => {
  const results = runs.map(({ result }) =>
    result.steps ? resultOf(result.steps[index]?.status ?? 'unknown') : 'passed',
  );
  return element(
    'li',
    {},
    badge(worst(results)),
    element('b', {}, step.keyword),
    ` ${step.text}`,
    ...(step.table ? [tableOf(step.table)] : []),
    ...(step.docString === undefined ? [] : [preformatted(step.docString, 'Text of the step')]),
    ...runs.flatMap(({ title, result }) => {
      const found = result.steps?.[index];
      return found ? report(found, title) : [];
    }),
  );
};

const hooksOf = (runs: readonly Run[]): readonly HTMLElement[] =>
  runs.flatMap(({ title, result }) =>
    (result.hooks ?? []).flatMap((hook) => [
      element('p', {}, badge(resultOf(hook.status)), element('b', {}, 'Set-up or clean-up'), ` with ${title}`),
      ...report(hook, title),
    ]),
  );

const content = (all: Report, scenario: Scenario): readonly HTMLElement[] => {
  const runs = all.drivers.flatMap(({ name, title }) => {
    const result = scenario.results[name];
    return result ? [{ title, result }] : [];
  });
  const file = all.features[scenario.feature]?.file ?? '';
  const rules = new Set(all.rules.map(({ id }) => id));
  const steps = scenario.steps.flatMap((index) => all.steps[index] ?? []);
  return [
    element('p', { class: 'drivers' }, ...driverBadges(all, scenario)),
    element('ol', { class: 'steps' }, ...steps.map((step, index) => stepItem(step, index, runs))),
    ...hooksOf(runs),
    element(
      'p',
      { class: 'place' },
      ...scenario.tags.flatMap((tag) => [
        rules.has(tag) ? ruleLink(tag) : element('span', { class: 'rule' }, `@${tag}`),
        ' ',
      ]),
      element('code', {}, `${file}:${String(scenario.line)}`),
    ),
  ];
};

/** A scenario that opens to its steps. */
export const scenarioView = (all: Report, scenario: Scenario, driver: string, aside = ''): HTMLElement => {
  const result = scenarioResult(scenario, driver);
  const summary = [
    badge(result),
    element('span', {}, scenario.name),
    ...(aside === '' ? [] : [element('span', { class: 'aside' }, aside)]),
  ];
  return disclosure(summary, () => content(all, scenario), { className: 'scenario' });
};
