// What Stryker has tested, as its results file has it: whole, or up to a time limit.
import { existsSync, readFileSync } from 'node:fs';

/** Counts of the changes of an area. */
export interface Results {
  /** Changes that tests were run for. */
  readonly tested: number;
  /** Changes that made a test fail, or run without an end. */
  readonly noticed: number;
  /** What has no result, such as `3 changes of domain/codec/csv.ts`. */
  readonly leftOut: readonly string[];
  /** Whether Stryker itself failed. */
  readonly failed?: boolean;
}

interface Entry {
  readonly planned?: string;
  readonly tested?: string;
  readonly file: string;
  readonly status?: string;
}

const noticed = ['Killed', 'Timeout'];

/** Changes that no test can notice: they don't compile, or are excluded. */
const uncounted = ['Ignored', 'CompileError', 'RuntimeError'];

/** Counts the results in lines of JSON. */
export const countResults = (lines: readonly string[]): Results => {
  const entries = lines.filter(Boolean).map((line) => JSON.parse(line) as Entry);
  const results = entries.filter(({ tested }) => tested !== undefined);
  const counted = results.filter(({ status = '' }) => !uncounted.includes(status));
  const done = new Set(results.map(({ tested }) => tested));
  const leftOut = entries.filter(({ planned }) => planned !== undefined && !done.has(planned));
  return {
    tested: counted.length,
    noticed: counted.filter(({ status = '' }) => noticed.includes(status)).length,
    leftOut: [...Map.groupBy(leftOut, ({ file }) => file)].map(
      ([file, all]) => `${String(all.length)} changes of ${file}`,
    ),
  };
};

/** Reads the results of a run. A run that ended before it had planned anything has none. */
export const readResults = (file: string): Results =>
  countResults(existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []);

/** The results of lines that nothing was planned for before the time limit. */
export const untested = (ranges: readonly string[]): Results => ({
  tested: 0,
  noticed: 0,
  leftOut: ranges.map((range) => `all changes of ${range}`),
});

/** Returns a line about the results of an area, and one for each file of which changes were left out. */
export const describeResult = (area: string, { tested, noticed, leftOut }: Results, seconds: number): string => {
  const share = tested === 0 ? '' : ` (${((noticed / tested) * 100).toFixed(1)} %)`;
  const left = leftOut.map((what) => `  left out after ${String(seconds)} s: ${what}`);
  return [`mutation testing of ${area}: ${String(noticed)} of ${String(tested)} changes noticed${share}`, ...left].join(
    '\n',
  );
};
