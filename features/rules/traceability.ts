// Checks the way from the sentences of the specification to the rules: no sentence is without a rule, and every rule names
// sentences, or the project's own decisions, that exist.
import type { Rule } from './rules.js';

/** What a rule comes from. */
export type Origin =
  | { readonly kind: 'sentence'; readonly id: string }
  | { readonly kind: 'decision'; readonly id: string };

const decision = /^decision ([a-z-]+)$/;

const originOf = (text: string): Origin => {
  const name = decision.exec(text)?.[1];
  return name === undefined ? { kind: 'sentence', id: text } : { kind: 'decision', id: name };
};

/** Returns the origins that a rule names in `from`, such as `S2.4, decision tally`. */
export const originsOf = ({ from }: Pick<Rule, 'from'>): readonly Origin[] => from.split(', ').map(originOf);

/** Returns the rules by the id of the sentence that they come from. */
export const rulesBySentence = (rules: readonly Rule[]): ReadonlyMap<string, readonly Rule[]> => {
  const pairs = rules.flatMap((rule) =>
    originsOf(rule)
      .filter(({ kind }) => kind === 'sentence')
      .map(({ id }) => ({ id, rule })),
  );
  return new Map([...Map.groupBy(pairs, ({ id }) => id)].map(([id, found]) => [id, found.map(({ rule }) => rule)]));
};

interface Traces {
  readonly sentences: readonly string[];
  readonly decisions: readonly string[];
  readonly rules: readonly Rule[];
}

const dangling = (rule: Rule, sentences: ReadonlySet<string>, decisions: ReadonlySet<string>): readonly string[] =>
  originsOf(rule)
    .filter(({ kind, id }) => !(kind === 'sentence' ? sentences : decisions).has(id))
    .map(({ kind, id }) => `${rule.id} comes from ${kind} "${id}", which doesn't exist`);

/** Returns every mismatch between sentences, decisions and rules; empty when they agree. */
export const untraced = ({ sentences, decisions, rules }: Traces): readonly string[] => {
  const known = new Set(sentences);
  const bySentence = rulesBySentence(rules);
  return [
    ...sentences.filter((id, index) => sentences.indexOf(id) !== index).map((id) => `${id} is listed twice`),
    ...sentences.filter((id) => !bySentence.has(id)).map((id) => `${id} has no rule`),
    ...rules.flatMap((rule) => dangling(rule, known, new Set(decisions))),
  ];
};
