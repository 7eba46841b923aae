// Makes docs/rules.md: the specification with the rules of each sentence, and all rules with what they come from.
import { readRuleGroups, type Rule, type RuleGroup } from './rules.js';
import { readDecisionFiles, readSpecification, type Part } from './specification.js';
import { originsOf, rulesBySentence, type Origin } from './traceability.js';

/** Path of the document in the repository. */
export const documentPath = 'docs/rules.md';

const introduction = `# Specification and rules

<!-- Made by "npm run rules:document" from features/rules. Don't edit. -->

The specification is a list of numbered sentences. Parts 1 to 9 are its core. Parts 10 to 17 state what the core leaves open, and
bind as much. A sentence marked (beyond) is stricter or wider than the words of the core. Each sentence leads to the rules that
make it exact. A rule that comes from no sentence names the decision of the project that it comes from. The scenarios in
\`features/\` carry the ids of the rules that they prove; \`reports/features.html\` shows their results
([Testing](testing.md#the-report)).`;

/** Escapes what Markdown would take for markup. */
const escaped = (text: string): string => text.replaceAll(/[\\`*_<>[\]]/g, '\\$&');

const anchor = (id: string): string => id.toLowerCase();

const link = (id: string): string => `[${id}](#${anchor(id)})`;

/** A list item with an anchor of its own, which GitHub and editors follow. */
const item = (id: string, text: string, links: string): string =>
  `- <a id="${anchor(id)}"></a>**${id}** ${escaped(text)} ${links}`;

const partSection = ({ title, sentences }: Part, rules: ReadonlyMap<string, readonly Rule[]>, index: number): string =>
  [
    `### ${String(index + 1)}. ${title}`,
    sentences
      .map(({ id, text }) => item(id, text, `(${(rules.get(id) ?? []).map((rule) => link(rule.id)).join(', ')})`))
      .join('\n'),
  ].join('\n\n');

const originLink = ({ kind, id }: Origin, decisions: ReadonlyMap<string, string>): string =>
  kind === 'sentence' ? link(id) : `[decision ${id}](decisions/${decisions.get(id) ?? id})`;

const groupSection = ({ title, rules }: RuleGroup, decisions: ReadonlyMap<string, string>): string =>
  [
    `### ${title}`,
    rules
      .map((rule) => {
        const links = originsOf(rule).map((origin) => originLink(origin, decisions));
        return item(rule.id, rule.rule, `(${links.join(', ')})`);
      })
      .join('\n'),
  ].join('\n\n');

/** Returns the text that docs/rules.md must have, formatted as Prettier does. */
export const makeDocument = (): string => {
  const groups = readRuleGroups();
  const bySentence = rulesBySentence(groups.flatMap(({ rules }) => rules));
  const decisions = readDecisionFiles();
  const sections = [
    introduction,
    '## Specification',
    ...readSpecification().map((part, index) => partSection(part, bySentence, index)),
    '## Rules',
    ...groups.map((group) => groupSection(group, decisions)),
  ];
  return `${sections.join('\n\n')}\n`;
};
