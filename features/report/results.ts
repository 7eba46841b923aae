// The results of runs, kept in files below reports/results: one for each driver, or for each part of its run.
import { globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DriverRun, ScenarioResult } from './model.js';

/** The results with one driver, by the keys of the scenarios. */
export interface Results extends DriverRun {
  readonly scenarios: Readonly<Record<string, ScenarioResult>>;
}

const fileOf = (folder: string, file: string): string => join(folder, `${file}.json`);

const readResults = (path: string): Results => JSON.parse(readFileSync(path, 'utf8')) as Results;

/** Writes a file that readers see whole or not at all, because runs at the same time read it. */
export const writeWhole = (path: string, text: string): void => {
  const unfinished = `${path}.${String(process.pid)}`;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(unfinished, text);
  renameSync(unfinished, path);
};

/** Adds the results of a run to those of earlier ones; of these, only scenarios that `current` names remain. */
export const addResults = (folder: string, file: string, run: Results, current: ReadonlySet<string>): void => {
  const path = fileOf(folder, file);
  const [earlier] = globSync(path).map(readResults);
  const kept = Object.entries(earlier?.scenarios ?? {}).filter(([key]) => current.has(key));
  writeWhole(path, JSON.stringify({ ...run, scenarios: { ...Object.fromEntries(kept), ...run.scenarios } }));
};

/** Unites the parts of a driver's run. */
const united = (parts: readonly Results[]): Results | undefined => {
  const newest = [...parts].sort((one, other) => other.at.localeCompare(one.at))[0];
  return (
    newest && {
      ...newest,
      failures: parts.flatMap(({ failures }) => failures),
      scenarios: Object.assign({}, ...parts.map(({ scenarios }) => scenarios)) as Results['scenarios'],
    }
  );
};

/** Returns the results of all drivers that have run, by their names. */
export const readAllResults = (folder: string): readonly Results[] => {
  const parts = globSync(fileOf(folder, '*')).sort().map(readResults);
  return [...Map.groupBy(parts, ({ name }) => name).values()].flatMap((found) => united(found) ?? []);
};
