// A plugin of cucumber: keeps the results of a run, and writes the report from those of all drivers when the run ends. A second
// run has only the scenarios that failed.
import type { Plugin } from '@cucumber/cucumber/api';
import { Collector, titleOf } from './collector.js';
import { resultsFolder, writeReport } from './report-files.js';
import { beginRun, endRun as recordRun, failedBefore } from './rerun.js';
import { addResults } from './results.js';
import { keyOf, readFeatures } from './source.js';

interface Options {
  /** The driver, which several runs share if each is a part. */
  readonly name: string;
  /** The driver's name on the page. */
  readonly title: string;
  /** Distinguishes a part of a run that other parts accompany. */
  readonly part?: string;
  /** Folder of the report; `reports` by default. */
  readonly folder?: string;
  /** Folder that contains `features/`; the repository by default. */
  readonly root?: string;
}

const endRun = async (collector: Collector, options: Options): Promise<void> => {
  const { name, title, part, folder = 'reports', root } = options;
  const at = new Date().toISOString();
  const files = readFeatures(root);
  const keys = new Set(files.flatMap(({ pickles }) => pickles.map(keyOf)));
  const run = { name, title, at, failures: collector.failures, scenarios: collector.results(at) };
  addResults(resultsFolder(folder), part === undefined ? name : `${name}-${part}`, run, keys);
  await writeReport(folder, files, at);
  const hasFailed = collector.failures.length > 0 || collector.failed.length > 0;
  recordRun(hasFailed, collector.failures.length > 0 ? [] : collector.failed);
};

export default {
  type: 'plugin',
  optionsKey: 'report',
  coordinator: ({ operation, on, transform, options }) => {
    if (operation !== 'runCucumber') return undefined;
    if ((options as Partial<Options>).name === undefined)
      throw new Error('pluginOptions.report.name: expected the name of the driver, got nothing');
    const collector = new Collector();
    beginRun();
    const only = failedBefore();
    if (only) transform('pickles:filter', (all) => all.filter(({ pickle }) => only.includes(titleOf(pickle))));
    on('message', (message) => {
      collector.add(message);
    });
    return () => endRun(collector, options);
  },
} satisfies Plugin<Options>;
