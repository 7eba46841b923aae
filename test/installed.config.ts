// Tests that need more than npm brings: a browser, a proxy, a database server, a playout server, a look at what is asked of the kernel.
import { defineConfig } from 'vitest/config';
import { failedBefore, limitedTo } from '../features/report/rerun.js';
import { ruleReporters } from './report/rule-reporters.js';

/** What only a machine runs that has them installed. */
export const needInstallation = [
  'test/browser/**/*.test.ts',
  'test/proxy/**/*.test.ts',
  'test/adapters/drivers/mqtt/{mosquitto,published-state}.test.ts',
  'test/adapters/drivers/obs/{engine,main-and-backup,playlist}.test.ts',
  'test/adapters/mdns/avahi.test.ts',
  'test/adapters/drivers/casparcg/debian-engine.test.ts',
  'test/adapters/storage/postgres/{backup,console-store}.test.ts',
  'test/crashes/{database-power-cut,log-files-power-cut}.test.ts',
  'test/infra/kubernetes/{manifests,started-console}.test.ts',
  'test/journeys/moved-services.test.ts',
];

// Two at a time, though a browser is a process of its own: most of a test is waiting. Hooks start and stop these programs.
export default defineConfig({
  test: {
    include: limitedTo(needInstallation),
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    maxWorkers: 2,
    passWithNoTests: failedBefore() !== undefined,
    reporters: ruleReporters,
  },
});
