// What a run leaves for a second run of only what failed.
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllEnvs();
});

/** Loads the module as a first or second run does. */
const runIn = async (folder: string, run: '' | 'failed') => {
  vi.stubEnv('RERUN_FOLDER', folder);
  vi.stubEnv('RERUN', run);
  vi.resetModules();
  return import('../../features/report/rerun.js');
};

const files = ['test/a.test.ts', 'test/deep/b.test.ts'];

it.each([
  ['failed in files', true, files, files],
  ['passed', false, [], []],
  ['failed for another reason, which only the whole run can repeat', true, [], undefined],
])('a second run after one that %s', async (_, hasFailed, failed, expected) => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'rerun-'));
  const first = await runIn(folder.path, '');
  first.beginRun();
  first.endRun(hasFailed, failed);
  expect(first.failedBefore()).toBeUndefined();
  const second = await runIn(folder.path, 'failed');
  expect(second.failedBefore()).toEqual(expected);
  expect(second.limitedTo(['test/*.test.ts'])).toEqual(expected?.slice(0, 1) ?? ['test/*.test.ts']);
});

it('a second run repeats all of a run that never began, or never ended', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'rerun-'));
  expect((await runIn(folder.path, 'failed')).failedBefore()).toBeUndefined();
  (await runIn(folder.path, '')).beginRun();
  expect((await runIn(folder.path, 'failed')).failedBefore()).toBeUndefined();
});
