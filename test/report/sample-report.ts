// Runs the sample features with two drivers, as runs of the features do, and returns the folder with the report.
import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const sample = join(import.meta.dirname, 'sample');
const cucumber = resolve(import.meta.dirname, '../../node_modules/@cucumber/cucumber/bin/cucumber.js');

const run = (folder: string, driver: string, options: readonly string[]): Promise<string> => {
  const env = { ...process.env, REPORT_FOLDER: folder, REPORT_DRIVER: driver, FORCE_COLOR: '0' };
  const { promise, resolve: done } = Promise.withResolvers<string>();
  // The sample contains failures, so cucumber exits with 1.
  execFile(process.execPath, ['--import', 'tsx', cucumber, ...options], { cwd: sample, env }, (_, stdout, stderr) => {
    done(stdout + stderr);
  });
  return promise;
};

/** Runs the features with both drivers; with the second, one scenario after the others. Returns the folder. */
export const makeSampleReport = async (): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'report-'));
  await run(folder, 'first', []);
  await run(folder, 'second', ['--name', 'fails']);
  await run(folder, 'second', ['--name', 'All steps pass']);
  return folder;
};
