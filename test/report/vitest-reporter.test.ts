// The results that runs of vitest leave for the report: real runs of sample tests.
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestFile } from '../../features/report/model.js';
import { readTestResults } from '../../features/report/test-results.js';

const sample = join(import.meta.dirname, 'sample/tests');
const vitest = resolve(import.meta.dirname, '../../node_modules/vitest/vitest.mjs');

const run = (folder: string, options: readonly string[], fails = false): Promise<void> => {
  const { SAMPLE_FAILS: _, ...rest } = process.env;
  const env = { ...rest, REPORT_FOLDER: folder, ...(fails && { SAMPLE_FAILS: 'yes' }) };
  const { promise, resolve: done } = Promise.withResolvers<undefined>();
  execFile(process.execPath, [vitest, 'run', '--root', sample, ...options], { cwd: sample, env }, () => {
    done(undefined);
  });
  return promise;
};

describe('A run of vitest', { timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'tests-'));
  const read = (): readonly TestFile[] => readTestResults(join(folder, 'results'));
  const statuses = (files: readonly TestFile[]) =>
    files.flatMap(({ tests }) => tests.map(({ title, rules, status }) => [title, rules.join(' '), status]));
  let whole: readonly TestFile[];
  let named: readonly TestFile[];
  let failed: readonly TestFile[];

  beforeAll(async () => {
    await run(folder, []);
    whole = read();
    await run(folder, ['-t', 'fails if asked to'], true);
    named = read();
    await run(folder, [], true);
    failed = read();
  }, 120_000);

  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('leaves the results of the tests that name rules', () => {
    expect(whole.map(({ file }) => file)).toEqual(['broken.sample.ts', 'rules.sample.ts']);
    expect(statuses(whole)).toEqual([
      ['@CONN-2: is in a file', 'CONN-2', 'passed'],
      ['@CONN-1: passes', 'CONN-1', 'passed'],
      ['@CONN-1 @CONN-2: fails if asked to', 'CONN-1 CONN-2', 'passed'],
      ['@CONN-1: is skipped', 'CONN-1', 'unknown'],
      ['@CONN-2: a suite > @CONN-3: and its test', 'CONN-2 CONN-3', 'passed'],
      ['a set-up that fails if asked to > @CONN-3: is not reached', 'CONN-3', 'passed'],
    ]);
  });

  it('writes the report', () => {
    expect(existsSync(join(folder, 'features.html'))).toBe(true);
  });

  it('replaces only the results of the tests that it ran', () => {
    const atOf = (files: readonly TestFile[], title: string) =>
      files.flatMap(({ tests }) => tests.filter((test) => test.title === title).map(({ at }) => at));
    expect(atOf(named, '@CONN-1: passes')).toEqual(atOf(whole, '@CONN-1: passes'));
    expect(statuses(named)).toContainEqual(['@CONN-1: passes', 'CONN-1', 'passed']);
    expect(statuses(named)).toContainEqual(['@CONN-1 @CONN-2: fails if asked to', 'CONN-1 CONN-2', 'failed']);
  });

  it('leaves why a test failed, or the set-up before it, or its whole file', () => {
    const messages = failed.flatMap(({ failure, tests }) => [failure, ...tests.map(({ message }) => message)]);
    expect(messages.filter((message) => message !== undefined)).toEqual([
      'The module failed.',
      expect.stringContaining("expected 'yes' to be undefined"),
      'The set-up failed.',
    ]);
  });
});
