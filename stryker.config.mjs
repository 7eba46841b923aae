// Mutation testing of the access rules: a test must fail for every changed rule.
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'test/stryker/vitest.config.ts', related: false },
  mutate: ['domain/access/**/*.ts'],
  ignorePatterns: ['/dist/*', '!/dist/pages', '/reports', '/data', '/coverage', '/.ci'],
  plugins: ['@stryker-mutator/vitest-runner'],
  coverageAnalysis: 'perTest',
  concurrency: 2,
  tempDirName: '.stryker-tmp',
  reporters: ['clear-text', 'html', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  htmlReporter: { fileName: 'reports/mutation/index.html' },
  jsonReporter: { fileName: 'reports/mutation/mutation.json' },
  thresholds: { high: 95, low: 90, break: 90 },
};
