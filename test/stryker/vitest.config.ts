// The tests that notice mutants of an area. Of these, Stryker runs those that import the changed files.
import { defineConfig } from 'vitest/config';
import { needInstallation } from '../installed.config.js';
import { longTests } from '../long.config.js';
import { areaNamed } from './areas.js';

/** These start processes, or take long: they would run once for each mutant. */
const slow = [
  'test/adapters/drivers/casparcg/deaths.test.ts',
  'test/features/support/casparcg/engine.test.ts',
  'test/journeys/console-outages.test.ts',
];

export default defineConfig({
  test: {
    include: [...areaNamed(process.env['MUTATION_AREA'] ?? 'domain').tests],
    exclude: [...needInstallation, ...longTests, ...slow],
    testTimeout: 30_000,
  },
});
