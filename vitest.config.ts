// The unit and integration tests: properties, contracts, hostile input and whatever isn't described in the features.
import { defineConfig } from 'vitest/config';
import { needInstallation } from './test/installed.config.js';
import { longTests } from './test/long.config.js';

const exclude = ['test/stryker/**', ...needInstallation, ...longTests];

/** Tests without processes, sockets and files of their own. They share the loaded modules, which halves their time. */
const inMemory = ['test/{application,console,domain,metrics,openapi,oracle,rules,simulator}/**/*.test.ts'];

export default defineConfig({
  test: {
    testTimeout: 30_000,
    maxWorkers: 2,
    coverage: {
      provider: 'v8',
      include: ['domain/**/*.ts'],
      reporter: ['text-summary', 'html'],
      reportsDirectory: 'reports/coverage',
      thresholds: { 100: true },
    },
    projects: [
      { extends: true, test: { name: 'in memory', include: inMemory, exclude, isolate: false } },
      { extends: true, test: { name: 'apart', include: ['test/**/*.test.ts'], exclude: [...exclude, ...inMemory] } },
    ],
  },
});
