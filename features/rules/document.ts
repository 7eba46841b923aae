// Makes docs/rules.md: all rules by subject, with what they come from and what proves them, and the specification with the
// rules of each sentence.
import { basename } from 'node:path';
import { readRuleGroups, readTags, type Rule, type RuleGroup, type Tag } from './rules.js';
import { readSpecification, type Part } from './specification.js';
import { subjects } from './subjects.js';
import { originsOf, rulesBySentence, type Origin } from './traceability.js';

/** Path of the document in the repository. */
export const documentPath = 'docs/rules.md';

const introduction = `# Specification and rules

<!-- Made by "npm run rules:document" from features/rules. Don't edit. -->

The rules state the behaviour of the project exactly, by subject. The [specification](#specification) is a list of numbered
sentences, which the rules come from. Parts 1 to 9 are its core. Parts 10 to 17 state what the core leaves open, and bind as much. A
sentence marked (beyond) is stricter or wider than the words of the core. A rule that comes from no sentence names a
[decision](decisions/README.md) of the project.

Below each rule are the scenarios in \`features/\` and the files of tests in \`test/\` that prove it. Whether they passed when they last
ran is not stated here, because it differs from run to run: \`reports/features.html\`, which each run writes, shows it for
each rule and driver. Its address \`reports/features.html#view=specification&rule=ACK-7\` shows the result of one rule
([Testing](testing.md#the-report)).`;

/** Escapes what Markdown would take for markup. */
const escaped = (text: string): string => text.replaceAll(/[\\`*_<>[\]]/g, '\\$&');

const anchor = (id: string): string => id.toLowerCase();

const link = (id: string): string => `[${id}](#${anchor(id)})`;

/** A link to a heading, by the anchor that GitHub and editors give it. */
const headingLink = (heading: string): string => {
  const words = heading.toLowerCase().replaceAll(/[^\p{L}\p{N} _-]/gu, '');
  return `[${heading}](#${words.replaceAll(' ', '-')})`;
};

/** A list item with an anchor of its own, which GitHub and editors follow. */
const item = (id: string, text: string, links: string): string =>
  `- <a id="${anchor(id)}"></a>**${id}** ${escaped(text)} ${links}`;

const partTitle = ({ title }: Part, index: number): string => `${String(index + 1)}. ${title}`;

const partSection = (part: Part, rules: ReadonlyMap<string, readonly Rule[]>, index: number): string =>
  [
    `### ${partTitle(part, index)}`,
    part.sentences
      .map(({ id, text }) => item(id, text, `(${(rules.get(id) ?? []).map((rule) => link(rule.id)).join(', ')})`))
      .join('\n'),
  ].join('\n\n');

const originLink = ({ kind, id }: Origin): string =>
  kind === 'sentence' ? link(id) : `[decision ${id}](decisions/${id}.md)`;

/** Links of one file: its name leads to the first place, numbers of lines to the others. Files of tests have one place. */
const fileLinks = (file: string, tags: readonly Tag[]): readonly string[] =>
  tags[0]?.line === undefined
    ? [`[${basename(file)}](../test/${file})`]
    : tags.map(({ line = 1 }, index) => {
        const text = index === 0 ? basename(file, '.feature') : String(line);
        return `[${text}](../features/${file}#L${String(line)})`;
      });

const proofs = (tags: readonly Tag[]): string =>
  [...Map.groupBy(tags, ({ file }) => file)].flatMap(([file, found]) => fileLinks(file, found)).join(', ');

const groupSection = ({ title, rules }: RuleGroup, tags: ReadonlyMap<string, readonly Tag[]>): string =>
  [
    `### ${title}`,
    rules
      .map((rule) => {
        const origins = `(${originsOf(rule).map(originLink).join(', ')})`;
        return `${item(rule.id, rule.rule, origins)}<br>\n  ${proofs(tags.get(rule.id) ?? [])}`;
      })
      .join('\n'),
  ].join('\n\n');

/** The contents: each heading of the second level with those below it. */
const contents = (sections: readonly (readonly [title: string, headings: readonly string[]])[]): string =>
  sections
    .flatMap(([title, headings]) => [
      `- ${headingLink(title)}`,
      ...headings.map((heading) => `  - ${headingLink(heading)}`),
    ])
    .join('\n');

/** Returns the text that docs/rules.md must have, formatted as the formatter does. */
export const makeDocument = (): string => {
  const groups = new Map(readRuleGroups().map((group) => [group.name, group]));
  const bySubject = subjects.map(({ title, files }) => ({
    title,
    groups: files.flatMap((file) => groups.get(file) ?? []),
  }));
  const bySentence = rulesBySentence([...groups.values()].flatMap(({ rules }) => rules));
  const tags = Map.groupBy(readTags(), ({ name }) => name);
  const parts = readSpecification();
  const sections = [
    introduction,
    '## Contents',
    contents([
      ...bySubject.map(({ title, groups }) => [title, groups.map((group) => group.title)] as const),
      ['Specification', parts.map(partTitle)],
    ]),
    ...bySubject.flatMap(({ title, groups }) => [`## ${title}`, ...groups.map((group) => groupSection(group, tags))]),
    '## Specification',
    ...parts.map((part, index) => partSection(part, bySentence, index)),
  ];
  return `${sections.join('\n\n')}\n`;
};
