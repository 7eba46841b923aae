// Finds scenarios: by words in any case and without accents, by feature, rule, result and driver.
import type { Report, Scenario } from '../model.js';
import { scenarioResult } from './results.js';
import type { Filters } from './state.js';

/** Returns a text without case and accents. */
export const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Returns the words that a search requires, each somewhere. */
export const wordsOf = (search: string): readonly string[] => folded(search).split(/\s+/).filter(Boolean);

/** Finds texts that contain every word of a search. */
export class SearchIndex {
  readonly #report: Report;
  readonly #texts = new Map<Scenario, string>();
  readonly #rules: ReadonlyMap<string, string>;

  constructor(report: Report) {
    this.#report = report;
    this.#rules = new Map(report.rules.map(({ id, text, from }) => [id, `${text} ${from.join(' ')}`]));
  }

  /** Returns the scenarios that the filters leave, in their order. */
  find(filters: Filters): readonly Scenario[] {
    const words = wordsOf(filters.q);
    return this.#report.scenarios.filter((scenario) => this.#passes(scenario, filters) && this.#has(scenario, words));
  }

  #passes(scenario: Scenario, { rule, feature, result, driver }: Filters): boolean {
    return (
      (rule === '' || scenario.tags.includes(rule.toUpperCase())) &&
      (feature === '' || this.#report.features[scenario.feature]?.file === feature) &&
      (driver === '' || driver in scenario.results || result === 'not-run') &&
      (result === '' || scenarioResult(scenario, driver) === result)
    );
  }

  #has(scenario: Scenario, words: readonly string[]): boolean {
    return words.length === 0 || words.every((word) => this.#textOf(scenario).includes(word));
  }

  /** Everything that is written about a scenario. It is kept, because each key press searches. */
  #textOf(scenario: Scenario): string {
    const known = this.#texts.get(scenario);
    if (known !== undefined) return known;
    const steps = scenario.steps.map((index) => {
      const { text = '', table = [], docString = '' } = this.#report.steps[index] ?? {};
      return `${text} ${table.flat().join(' ')} ${docString}`;
    });
    const rules = scenario.tags.map((tag) => `${tag} ${this.#rules.get(tag) ?? ''}`);
    const feature = this.#report.features[scenario.feature];
    const text = folded([feature?.name, feature?.file, scenario.heading, scenario.name, ...rules, ...steps].join(' '));
    this.#texts.set(scenario, text);
    return text;
  }
}
