// The files of the report below a folder: results/ has the results of each driver and of tests, features.html shows all.
import { join } from 'node:path';
import { buildReport } from './build-report.js';
import { renderPage } from './html.js';
import { pageScript } from './page-script.js';
import { readAllResults, writeWhole } from './results.js';
import type { SourceFile } from './source.js';
import { readTestResults } from './test-results.js';

/** The folder of the results. */
export const resultsFolder = (reports: string): string => join(reports, 'results');

/** Writes the page from the results of all drivers, and returns its path. */
export const writeReport = async (reports: string, files: readonly SourceFile[], made: string): Promise<string> => {
  const path = join(reports, 'features.html');
  const script = await pageScript();
  // Nothing is awaited between reading and writing: of two runs that end together, the later one writes the results of both.
  const results = resultsFolder(reports);
  const report = buildReport(files, readAllResults(results), readTestResults(results), made);
  writeWhole(path, renderPage(report, script));
  return path;
};
