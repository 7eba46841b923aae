// Reads the list of rules, the pending rules, and the tags of the scenarios and tests.
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { rulesOfTitle } from './title-rules.js';

/** One rule of the service's behaviour. */
export interface Rule {
  readonly id: string;
  /** The sentences of the specification that the rule comes from, or the project's decisions: `S2.4, decision tally`. */
  readonly from: string;
  readonly rule: string;
}

/** A tag, and the file of features or tests that contains it. */
export interface Tag {
  readonly name: string;
  readonly file: string;
  /** Number of its line in a feature file. */
  readonly line?: number;
}

const rulesFolder = dirname(fileURLToPath(import.meta.url));
const featuresFolder = dirname(rulesFolder);
const testFolder = join(featuresFolder, '../test');
const pendingFile = 'pending.yaml';

const readYaml = (file: string): unknown => parse(readFileSync(join(rulesFolder, file), 'utf8'));

/** The rules of one file, with the first sentence of its first comment without the full stop. */
export interface RuleGroup {
  /** The file's name without its ending, such as `address`. */
  readonly name: string;
  readonly title: string;
  readonly rules: readonly Rule[];
}

const titleOf = (file: string): string => {
  const lines = readFileSync(join(rulesFolder, file), 'utf8').split('\n');
  const comment = lines.slice(
    0,
    lines.findIndex((line) => !line.startsWith('#')),
  );
  return comment
    .map((line) => line.slice(2))
    .join(' ')
    .replace(/\.( .*)?$/, '');
};

/** Returns all rules, as their files group them. */
export const readRuleGroups = (): readonly RuleGroup[] =>
  globSync('*.yaml', { cwd: rulesFolder })
    .filter((file) => basename(file) !== pendingFile)
    .sort()
    .map((file) => ({ name: basename(file, '.yaml'), title: titleOf(file), rules: readYaml(file) as Rule[] }));

/** Returns all rules. */
export const readRules = (): readonly Rule[] => readRuleGroups().flatMap(({ rules }) => rules);

/** Returns the ids of the rules that have no scenario yet. */
export const readPending = (): readonly string[] => (readYaml(pendingFile) as string[] | null) ?? [];

const tagLine = /^\s*@/;

const tagsIn = (file: string): readonly Tag[] =>
  readFileSync(join(featuresFolder, file), 'utf8')
    .split('\n')
    .flatMap((text, index) => (tagLine.test(text) ? text.trim().split(/\s+/) : []).map((tag) => ({ tag, index })))
    .map(({ tag, index }) => ({ name: tag.slice(1), file, line: index + 1 }));

/** The title of a test or suite that may name rules, such as `it('@CONN-1: …'`. It is the first argument of a call. */
const title = /(?:\(|^\s+)['`](@[A-Z].*)/gm;

const tagsOfTestsIn = (file: string): readonly Tag[] =>
  [...readFileSync(join(testFolder, file), 'utf8').matchAll(title)]
    .flatMap(([, text = '']) => rulesOfTitle(text))
    .map((name) => ({ name, file }));

/** Returns every tag of every feature file, and those of tests whose title begins with one. */
export const readTags = (): readonly Tag[] => [
  ...globSync('**/*.feature', { cwd: featuresFolder }).sort().flatMap(tagsIn),
  ...globSync('**/*.{test,contract}.ts', { cwd: testFolder }).sort().flatMap(tagsOfTestsIn),
];
