// Runs the sample features with two drivers, as runs of the features do, beside results of tests.
import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TestResult } from '../../features/report/model.js';
import { keepTests, type FoundTest } from '../../features/report/test-results.js';

const sample = join(import.meta.dirname, 'sample');
const cucumber = resolve(import.meta.dirname, '../../node_modules/@cucumber/cucumber/bin/cucumber.js');

const run = (folder: string, driver: string, options: readonly string[]): Promise<string> => {
  const { RERUN: _, RERUN_FOLDER: __, ...inherited } = process.env;
  const env = { ...inherited, REPORT_FOLDER: folder, REPORT_DRIVER: driver, FORCE_COLOR: '0' };
  const { promise, resolve: done } = Promise.withResolvers<string>();
  // The sample contains failures, so cucumber exits with 1.
  execFile(process.execPath, ['--import', 'tsx', cucumber, ...options], { cwd: sample, env }, (_, stdout, stderr) => {
    done(stdout + stderr);
  });
  return promise;
};

const at = '2026-01-02T03:04:05.000Z';

const connectionTest = (rule: string, status: TestResult['status'], more: Partial<TestResult> = {}): FoundTest => ({
  title: `@${rule}: is ${status}`,
  rules: [rule],
  result: { status, ms: 1_500, at, ...more },
});

/** Of three rules that only tests prove, one passed, one failed and one has a test that never ran. */
const keepSampleTests = (folder: string): void => {
  const tests = [
    connectionTest('CONN-1', 'passed'),
    connectionTest('CONN-2', 'failed', { message: 'expected <b>2</b> connections, received 3' }),
    { title: '@CONN-3: never ran', rules: ['CONN-3'] },
  ];
  keepTests(join(folder, 'results'), { file: 'test/journeys/many-connections.test.ts', at, tests });
};

/** Runs the features with both drivers; with the second, one scenario after the others. Returns the folder. */
export const makeSampleReport = async (): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'report-'));
  keepSampleTests(folder);
  await run(folder, 'first', []);
  await run(folder, 'second', ['--name', 'fails']);
  await run(folder, 'second', ['--name', 'All steps pass']);
  return folder;
};
