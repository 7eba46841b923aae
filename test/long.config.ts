// Tests that start programs, or that take long: they run in the build, and not with `npm test`.
import { defineConfig } from 'vitest/config';
import { failedBefore, limitedTo } from '../features/report/rerun.js';
import { ruleReporters } from './report/rule-reporters.js';

/** What only this configuration runs. */
export const longTests = [
  'test/adapters/companion/{killed-service,main}.test.ts',
  'test/adapters/drivers/casparcg/deaths.test.ts',
  'test/architecture/boundaries.test.ts',
  'test/conformance/kit.test.ts',
  'test/crashes/{acknowledged-changes,as-run,repeated-calls,service,unattended,webhooks}.test.ts',
  'test/dependencies/sbom.test.ts',
  'test/infra/{health,main,vite.config}.test.ts',
  'test/infra/command-line/commands.test.ts',
  'test/infra/service/modules.test.ts',
  'test/infra/simulated/rehearsal.test.ts',
  'test/infra/simulated/session/{interrupted,recorded-call}.test.ts',
  'test/journeys/{few-descriptors,fresh-clone,hung-disk,replaced-key,restored-services,setup-signals,shutdown}.test.ts',
  'test/journeys/{simulated-equipment,two-programs}.test.ts',
  'test/models/{drivers,trigger-year}.test.ts',
  'test/openapi/generated-client.test.ts',
  'test/releases/releases.test.ts',
  'test/report/vitest-reporter.test.ts',
  'test/adapters/drivers/faults.test.ts',
];

/** `npm test` also runs it, with fewer calls. */
const oracle = 'test/oracle/access.test.ts';

export default defineConfig({
  test: {
    include: limitedTo([...longTests, oracle]),
    env: { ORACLE_CASES: process.env['ORACLE_CASES'] ?? '50000' },
    testTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    maxWorkers: 2,
    passWithNoTests: failedBefore() !== undefined,
    reporters: ruleReporters,
  },
});
