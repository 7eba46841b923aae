// The unit and integration tests: properties, contracts, hostile input and whatever isn't described in the features.
import { defineConfig } from 'vitest/config';
import { needInstallation } from './test/installed.config.js';
import { longTests } from './test/long.config.js';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/stryker/**', ...needInstallation, ...longTests],
    testTimeout: 30_000,
    maxWorkers: 2,
    coverage: {
      provider: 'v8',
      include: ['domain/**/*.ts'],
      reporter: ['text-summary', 'html'],
      reportsDirectory: 'reports/coverage',
      thresholds: { 100: true },
    },
  },
});
