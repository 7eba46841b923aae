// A reporter of Stryker: appends each result to a file at once, so that results are known if a time limit ends the run.
import { appendFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';

const file = process.env['MUTATION_RESULTS'] ?? 'reports/mutation/results.jsonl';

const append = (entry) => {
  appendFileSync(file, `${JSON.stringify(entry)}\n`);
};

class ResultFile {
  onMutationTestingPlanReady({ mutantPlans }) {
    writeFileSync(file, '');
    for (const { mutant } of mutantPlans) append({ planned: mutant.id, file: relative('.', mutant.fileName) });
  }

  onMutantTested({ id, fileName, location, status, mutatorName, replacement }) {
    append({ tested: id, file: relative('.', fileName), line: location.start.line, status, mutatorName, replacement });
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Reporter, 'result-file', ResultFile)];
