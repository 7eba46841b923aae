// Joins the specification, the rules, the scenarios and their results.
import type { Pickle, PickleStep } from '@cucumber/messages';
import { readRules, readTags } from '../rules/rules.js';
import { readDecisionTitles, readSpecification } from '../rules/specification.js';
import { originsOf } from '../rules/traceability.js';
import type { ProvenRule, Report, RequirementGroup, Scenario, ScenarioResult, Step, TestFile } from './model.js';
import type { Results } from './results.js';
import { headingsOf, keyOf, keywordsOf, type SourceFile } from './source.js';

/** Gives equal steps one index, because features repeat many. */
class StepTable {
  readonly steps: Step[] = [];
  readonly #indexes = new Map<string, number>();

  indexOf(step: Step): number {
    const key = JSON.stringify(step);
    const known = this.#indexes.get(key);
    if (known !== undefined) return known;
    this.#indexes.set(key, this.steps.length);
    return this.steps.push(step) - 1;
  }
}

const stepOf = ({ text, argument, astNodeIds }: PickleStep, keywords: ReadonlyMap<string, string>): Step => ({
  keyword: keywords.get(astNodeIds[0] ?? '') ?? '',
  text,
  ...(argument?.dataTable && {
    table: argument.dataTable.rows.map(({ cells }) => cells.map(({ value }) => value)),
  }),
  ...(argument?.docString && { docString: argument.docString.content }),
});

const resultsOf = (pickle: Pickle, runs: readonly Results[]): Readonly<Record<string, ScenarioResult>> => {
  const key = keyOf(pickle);
  return Object.fromEntries(
    runs.flatMap(({ name, scenarios }) => (scenarios[key] ? [[name, scenarios[key]] as const] : [])),
  );
};

const scenariosOf = (
  { document, pickles }: SourceFile,
  feature: number,
  table: StepTable,
  runs: readonly Results[],
): readonly Scenario[] => {
  const keywords = keywordsOf(document);
  const headings = headingsOf(document);
  return pickles.map((pickle) => ({
    feature,
    heading: headings.get(pickle.astNodeIds[0] ?? '') ?? '',
    name: pickle.name,
    line: pickle.location?.line ?? 0,
    tags: pickle.tags.map(({ name }) => name.slice(1)),
    steps: pickle.steps.map((step) => table.indexOf(stepOf(step, keywords))),
    results: resultsOf(pickle, runs),
  }));
};

/** Tests of a rule by the files that name it. Results of a test that no longer names it are left out. */
const testsOf = (rule: string, files: readonly string[], results: ReadonlyMap<string, TestFile>): readonly TestFile[] =>
  files.map((file) => {
    const found = results.get(file) ?? { file, at: '', tests: [] };
    return { ...found, tests: found.tests.filter(({ rules }) => rules.includes(rule)) };
  });

const provenRules = (scenarios: readonly Scenario[], tests: readonly TestFile[]): readonly ProvenRule[] => {
  const byTag = Map.groupBy(
    scenarios.flatMap(({ tags }, index) => tags.map((tag) => ({ tag, index }))),
    ({ tag }) => tag,
  );
  const results = new Map(tests.map((found) => [found.file, found]));
  const files = Map.groupBy(
    readTags().filter(({ file }) => file.endsWith('.test.ts')),
    ({ name }) => name,
  );
  return readRules().map((rule) => ({
    id: rule.id,
    text: rule.rule,
    from: originsOf(rule).map(({ kind, id }) => (kind === 'decision' ? `decision ${id}` : id)),
    scenarios: (byTag.get(rule.id) ?? []).map(({ index }) => index),
    tests: testsOf(rule.id, [...new Set((files.get(rule.id) ?? []).map(({ file }) => `test/${file}`))], results),
  }));
};

const requirementGroups = (rules: readonly ProvenRule[]): readonly RequirementGroup[] => {
  const pairs = rules.flatMap(({ id, from }) => from.map((origin) => ({ id, origin })));
  const byOrigin = Map.groupBy(pairs, ({ origin }) => origin);
  const requirement = (id: string, text: string) => ({ id, text, rules: (byOrigin.get(id) ?? []).map(({ id }) => id) });
  const decisions = [...readDecisionTitles()].map(([name, title]) => requirement(`decision ${name}`, title));
  return [
    ...readSpecification().map(({ title, sentences }, index) => ({
      title: `${String(index + 1)}. ${title}`,
      requirements: sentences.map(({ id, text }) => requirement(id, text)),
    })),
    { title: 'Decisions of the project', requirements: decisions.filter(({ rules }) => rules.length > 0) },
  ];
};

/** Returns what the report shows of these features and runs. `made` is the time of the report, in ISO-8601. */
export const buildReport = (
  files: readonly SourceFile[],
  runs: readonly Results[],
  tests: readonly TestFile[],
  made: string,
): Report => {
  const table = new StepTable();
  const scenarios = files.flatMap((file, index) => scenariosOf(file, index, table, runs));
  const rules = provenRules(scenarios, tests);
  return {
    made,
    drivers: runs.map(({ name, title, at, failures }) => ({ name, title, at, failures })),
    groups: requirementGroups(rules),
    rules,
    features: files.map(({ file, document }) => ({
      file,
      name: document.feature?.name ?? '',
      description: document.feature?.description.trim() ?? '',
    })),
    scenarios,
    steps: table.steps,
  };
};
