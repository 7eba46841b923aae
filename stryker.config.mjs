// Mutation testing: a test must fail for each change of the code. `npm run suite -- mutation` starts it, with an area.

const area = process.env['MUTATION_AREA'] ?? 'domain';
const isDomain = area.startsWith('domain');

// The oracle compares the same few calls each time: it runs once for each change.
process.env['ORACLE_CASES'] ??= '2000';
process.env['ORACLE_SEED'] ??= '1';

export default {
  testRunner: 'vitest',
  vitest: { configFile: 'test/stryker/vitest.config.ts', related: true },
  ignorePatterns: ['/dist/*', '!/dist/pages', '/reports', '/data', '/coverage', '/.ci'],
  plugins: ['@stryker-mutator/vitest-runner', './test/stryker/result-file.mjs'],
  coverageAnalysis: 'perTest',
  // A change may contain nothing that can be mutated, such as types.
  allowEmpty: true,
  // A run that ends at its first failure leaves the runner unable to run tests of several files again.
  disableBail: true,
  // Changes that are evaluated while a module loads need a new process and all tests for each.
  ignoreStatic: !isDomain,
  // Texts of messages and logs; those of the domain are part of its rules.
  mutator: { excludedMutations: isDomain ? [] : ['StringLiteral'] },
  concurrency: 2,
  tempDirName: '.stryker-tmp',
  reporters: ['clear-text', 'html', 'json', 'result-file'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportScoreTable: false },
  htmlReporter: { fileName: `reports/mutation/${area}.html` },
  jsonReporter: { fileName: `reports/mutation/${area}.json` },
  thresholds: { high: 95, low: 90, break: null },
};
