// From the scenarios of a run to a verdict on each rule.
import type { Rule } from '../../rules/rules.js';
import { needIn } from './not-testable.js';

/** The result of one scenario. */
export interface ScenarioResult {
  readonly place: string;
  /** The names of its tags, without `@`. */
  readonly tags: readonly string[];
  /** The error that ended it; undefined if it passed. */
  readonly error: string | undefined;
}

/** What a run shows about a rule. */
export type Verdict =
  | { readonly kind: 'holds'; readonly scenarios: number; readonly untested: number }
  | { readonly kind: 'fails'; readonly failures: readonly { readonly place: string; readonly error: string }[] }
  | { readonly kind: 'not tested'; readonly needs: readonly string[] };

/** The need of rules whose scenarios can't run anywhere else, or that only tests of the repository prove. */
const ownTests = 'the tests of the repository';

const needOf = ({ error = '' }: ScenarioResult): string | undefined => needIn(error);

const verdictOf = (results: readonly ScenarioResult[]): Verdict => {
  const tested = results.filter((result) => needOf(result) === undefined);
  const failures = tested.flatMap(({ place, error }) => (error === undefined ? [] : [{ place, error }]));
  if (failures.length > 0) return { kind: 'fails', failures };
  if (tested.length > 0) return { kind: 'holds', scenarios: tested.length, untested: results.length - tested.length };
  const needs = new Set(results.flatMap((result) => needOf(result) ?? []));
  return { kind: 'not tested', needs: needs.size === 0 ? [ownTests] : [...needs] };
};

/** Returns the verdict on each rule, in the order of the rules. */
export const verdicts = (rules: readonly Rule[], results: readonly ScenarioResult[]): ReadonlyMap<Rule, Verdict> =>
  new Map(rules.map((rule) => [rule, verdictOf(results.filter(({ tags }) => tags.includes(rule.id)))]));

const firstLine = (error: string): string => error.split('\n', 1)[0] ?? '';

const linesOf = ({ id, rule }: Rule, verdict: Verdict): readonly string[] => {
  const row = `${verdict.kind.padEnd(10)}  ${id.padEnd(16)}`;
  if (verdict.kind === 'not tested') return [`${row}  needs ${verdict.needs.join('; ')}`];
  if (verdict.kind === 'holds') {
    const part = verdict.untested === 0 ? '' : ` (${String(verdict.untested)} of its scenarios not tested)`;
    return [`${row}  ${rule}${part}`];
  }
  const failures = verdict.failures.map(({ place, error }) => `            ${place}: ${firstLine(error)}`);
  return [`${row}  ${rule}`, ...failures];
};

/** Returns how many rules have a kind of verdict. */
export const countOf = (all: ReadonlyMap<Rule, Verdict>, kind: Verdict['kind']): number =>
  [...all.values()].filter((verdict) => verdict.kind === kind).length;

/** Returns the table of rules and verdicts as lines, with a summary at its end. */
export const tableOf = (all: ReadonlyMap<Rule, Verdict>): readonly string[] => [
  ...[...all].flatMap(([rule, verdict]) => linesOf(rule, verdict)),
  '',
  `${String(countOf(all, 'holds'))} rules hold, ${String(countOf(all, 'fails'))} fail, ` +
    `${String(countOf(all, 'not tested'))} are not tested`,
];
