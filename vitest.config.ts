// The unit and integration tests: properties, contracts, hostile input and whatever isn't described in the features.
import { defineConfig } from 'vitest/config';
import { consoleAddresses } from './adapters/web/shared/console-addresses.js';
import { failedBefore, limitedTo } from './features/report/rerun.js';
import { heavyOwnProcess, heavyPages, heavyTests } from './test/heavy-tests.js';
import { needInstallation } from './test/installed.config.js';
import { longTests } from './test/long.config.js';
import { ruleReporters } from './test/report/rule-reporters.js';
import { textsPlugin } from './adapters/web/shared/texts-plugin.js';

/** What the build runs, and what needs more than npm brings. */
const exclude = [...needInstallation, ...longTests, ...heavyTests, ...heavyOwnProcess];

/** They cover `domain/` completely, alone. Without the others, the measurement takes a few seconds. */
const domain = 'test/domain/**/*.test.ts';

/** Components of the pages in a DOM. */
const pages = ['test/adapters/web/**/*.test.{ts,tsx}', 'test/simulator/page/**/*.test.{ts,tsx}'];

/** One document for all files of a process: the modules of the pages keep to the window that they know. */
const inDocument = {
  setupFiles: ['test/adapters/web/page-document.ts', 'test/adapters/web/page-setup.ts'],
  isolate: false,
};

/**
 * Tests that change what belongs to the process: its environment, its timers, or its connections to servers.
 * The others share a process and the modules that it has loaded, which takes half the time.
 */
const ownProcess = [
  'test/adapters/companion/instance.test.ts',
  'test/adapters/companion/service/press.test.ts',
  'test/adapters/drivers/panasonic/notifications.test.ts',
  'test/adapters/http/console/routes/mount.test.ts',
  'test/adapters/log/rotating-file.test.ts',
  'test/adapters/mdns/browse.test.ts',
  'test/adapters/node/clock.test.ts',
  'test/adapters/oidc/identity-provider.test.ts',
  'test/adapters/drivers/casparcg/connection.test.ts',
  'test/adapters/storage/backup/whole-file.test.ts',
  'test/adapters/storage/postgres/{connected-services,database,notifications}.test.ts',
  'test/adapters/systemd/notifier.test.ts',
  'test/consoles/consoles.test.ts',
  'test/infra/machine/data-owner.test.ts',
  'test/journeys/prompt-change.test.ts',
];

export default defineConfig({
  plugins: [textsPlugin(), consoleAddresses()],
  test: {
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // A loaded machine is slow: polls wait longer than their second.
    expect: { poll: { timeout: 10_000 } },
    maxWorkers: 2,
    passWithNoTests: failedBefore() !== undefined,
    // Most objects of a test die young: with a larger young generation, the garbage collection takes a tenth less of all time.
    execArgv: ['--max-semi-space-size=64'],
    reporters: ruleReporters,
    coverage: {
      provider: 'v8',
      include: ['domain/**/*.ts'],
      reporter: ['text-summary', 'html'],
      reportsDirectory: 'reports/coverage',
      thresholds: { 100: true },
    },
    projects: [
      { extends: true, test: { name: 'domain', include: [domain], isolate: false } },
      {
        extends: true,
        test: {
          name: 'shared process',
          include: limitedTo(['test/**/*.test.ts']),
          exclude: [...exclude, ...ownProcess, ...pages, domain],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'pages', include: limitedTo(pages), exclude: heavyPages, ...inDocument } },
      { extends: true, test: { name: 'own process', include: limitedTo(ownProcess), exclude } },
      // `npm test` leaves these to the build.
      { extends: true, test: { name: 'heavy, shared process', include: limitedTo(heavyTests), isolate: false } },
      { extends: true, test: { name: 'heavy, pages', include: limitedTo(heavyPages), ...inDocument } },
      { extends: true, test: { name: 'heavy, own process', include: limitedTo(heavyOwnProcess) } },
    ],
  },
});
