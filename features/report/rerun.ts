// What a run of tests or scenarios leaves for a second run of only what failed, in the folder that RERUN_FOLDER names.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';

interface Run {
  /** Whether the run has ended, and `failed` explains its failure. Else a second run repeats all of it. */
  readonly isComplete: boolean;
  /** Files of tests by their paths from the repository, or scenarios as `file: name`. */
  readonly failed: readonly string[];
}

/** Arguments and environment that distinguish the runs of one suite. */
const identity = (): string => {
  const { WIRE, PART, CONTAINER_ENGINE } = process.env;
  const parts = [...process.argv.slice(2), WIRE, PART, CONTAINER_ENGINE];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
};

const folder = process.env['RERUN_FOLDER'];
const isSecond = process.env['RERUN'] === 'failed';
const file = folder === undefined ? undefined : join(folder, `${identity()}.json`);

const write = (run: Run): void => {
  if (folder === undefined || file === undefined || isSecond) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, JSON.stringify(run));
};

const firstRun = (): Run | undefined =>
  isSecond && file !== undefined && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Run) : undefined;

/** Records that this run has begun: if it doesn't end, a second run repeats all of it. */
export const beginRun = (): void => {
  write({ isComplete: false, failed: [] });
};

/** Records what failed in this run. `hasFailed` is true if the run failed, for whatever reason. */
export const endRun = (hasFailed: boolean, failed: readonly string[]): void => {
  write({ isComplete: !hasFailed || failed.length > 0, failed });
};

/** What this run is limited to because it is a second one, or undefined if it runs everything. */
export const failedBefore = (): readonly string[] | undefined => {
  const run = firstRun();
  return run?.isComplete === true ? run.failed : undefined;
};

/** Returns the patterns of a run of vitest, or, in a second run, the files that match them and failed. */
export const limitedTo = (patterns: readonly string[]): string[] =>
  failedBefore()?.filter((path) => patterns.some((pattern) => matchesGlob(path, pattern))) ?? [...patterns];
