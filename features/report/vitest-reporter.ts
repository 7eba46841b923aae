// A reporter of vitest: keeps the results of the tests that name rules, and writes the report when the run ends. It records the
// files that failed for a second run.
import { appendFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { Reporter, SerializedError, TestCase, TestModule, TestRunEndReason, TestSuite } from 'vitest/node';
import { rulesOfTitle } from '../rules/title-rules.js';
import { beginRun, endRun } from './rerun.js';
import type { FoundFile, FoundTest } from './test-results.js';

interface Options {
  /** Folder of the report; `reports` of the repository by default. */
  readonly folder?: string;
  /** Folder that the paths of tests begin at; the repository by default. */
  readonly root?: string;
}

const project = resolve(import.meta.dirname, '../..');

/** The suites around a test, from the outermost. */
const suitesOf = ({ parent }: TestCase | TestSuite): readonly TestSuite[] =>
  parent.type === 'module' ? [] : [...suitesOf(parent), parent];

/** The error of a test, or of a set-up around it: vitest skips the tests after a set-up that failed. */
const errorOf = (test: TestCase): string | undefined => {
  const around = [...suitesOf(test), test.module].flatMap((suite) => suite.errors());
  return [...(test.result().errors ?? []), ...around].map(({ message }) => message)[0];
};

const foundResult = (test: TestCase, at: string): FoundTest['result'] => {
  const { state } = test.result();
  const message = errorOf(test);
  const ms = Math.round(test.diagnostic()?.duration ?? 0);
  if (message !== undefined || state === 'failed')
    return { status: 'failed', ms, at, message: message ?? 'It failed.' };
  return state === 'passed' ? { status: 'passed', ms, at } : undefined;
};

const foundTest = (test: TestCase, at: string): FoundTest => {
  const titles = [...suitesOf(test), test].map(({ name }) => name);
  const result = foundResult(test, at);
  return { title: test.fullName, rules: titles.flatMap(rulesOfTitle), ...(result && { result }) };
};

const foundFile = (module: TestModule, root: string, at: string): FoundFile => {
  const failure = module.errors()[0]?.message;
  return {
    file: relative(root, module.moduleId),
    at,
    tests: [...module.children.allTests()].map((test) => foundTest(test, at)).filter(({ rules }) => rules.length > 0),
    ...(failure !== undefined && { failure }),
  };
};

/** Appends the tests that took more than a second to the file that SLOW_TESTS names, each with its milliseconds first. */
const noteSlowTests = (modules: readonly TestModule[], root: string): void => {
  const file = process.env['SLOW_TESTS'];
  if (file === undefined) return;
  for (const module of modules)
    for (const test of module.children.allTests()) {
      const ms = Math.round(test.diagnostic()?.duration ?? 0);
      if (ms > 1_000) appendFileSync(file, `${String(ms)} ms  ${relative(root, module.moduleId)}: ${test.fullName}\n`);
    }
};

/** Keeps the results of a run, and writes the report from those of all runs. */
export default class RuleReporter implements Reporter {
  readonly #folder: string;
  readonly #root: string;

  constructor({ folder = resolve(project, 'reports'), root = project }: Options = {}) {
    this.#folder = folder;
    this.#root = root;
  }

  onTestRunStart(): void {
    if (this.#root === project) beginRun();
  }

  async onTestRunEnd(
    modules: readonly TestModule[],
    errors: readonly SerializedError[],
    reason: TestRunEndReason,
  ): Promise<void> {
    const failed = modules.filter((module) => !module.ok()).map(({ moduleId }) => relative(this.#root, moduleId));
    if (reason !== 'interrupted' && this.#root === project)
      endRun(reason === 'failed', errors.length > 0 ? [] : failed);
    if (this.#root === project) noteSlowTests(modules, project);
    const at = new Date().toISOString();
    const files = modules.map((module) => foundFile(module, this.#root, at));
    if (files.every(({ tests, failure }) => tests.length === 0 && failure === undefined)) return;
    // Loaded only here, because most runs begin with nothing of it, and configurations load this file.
    const [{ resultsFolder, writeReport }, { keepTests }, { readFeatures }] = await Promise.all([
      import('./report-files.js'),
      import('./test-results.js'),
      import('./source.js'),
    ]);
    for (const file of files) keepTests(resultsFolder(this.#folder), file);
    await writeReport(this.#folder, readFeatures(), at);
  }
}
