// The results of tests that name rules, kept below reports/results/tests: one file for each file of tests.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestFile, TestResult } from './model.js';
import { writeWhole } from './results.js';

/** A test as a run found it. `result` is absent if the run left it out. */
export interface FoundTest {
  readonly title: string;
  readonly rules: readonly string[];
  readonly result?: Omit<TestResult, 'title' | 'rules'>;
}

/** What a run found in a file of tests. `failure` is why it couldn't run the file. */
export interface FoundFile {
  readonly file: string;
  readonly at: string;
  readonly tests: readonly FoundTest[];
  readonly failure?: string;
}

const folderOf = (results: string): string => join(results, 'tests');

const readTestFile = (path: string): TestFile => JSON.parse(readFileSync(path, 'utf8')) as TestFile;

const neverRan = { status: 'unknown', ms: 0, at: '' } as const;

/** A test that a run left out keeps its earlier result. */
const resultOf = ({ title, rules, result }: FoundTest, earlier: TestFile | undefined): TestResult => ({
  ...(result ?? earlier?.tests.find((test) => test.title === title) ?? neverRan),
  title,
  rules,
});

/** Keeps the results of a file of tests. Tests that it no longer contains are dropped, and so is a file without rules. */
export const keepTests = (results: string, { tests, ...found }: FoundFile): void => {
  const path = join(folderOf(results), `${found.file}.json`);
  const [earlier] = globSync(path).map(readTestFile);
  if (earlier === undefined && tests.length === 0 && found.failure === undefined) return;
  const kept = found.failure === undefined ? [] : (earlier?.tests ?? []);
  const now = tests.map((test) => resultOf(test, earlier));
  writeWhole(path, JSON.stringify({ ...found, tests: now.length > 0 ? now : kept } satisfies TestFile));
};

/** Returns the results of all files of tests that have run. */
export const readTestResults = (results: string): readonly TestFile[] =>
  globSync('**/*.json', { cwd: folderOf(results) })
    .sort()
    .map((file) => readTestFile(join(folderOf(results), file)));
