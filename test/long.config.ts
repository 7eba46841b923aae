// Tests that start programs, or that take long: they run in the build, and not with `npm test`.
import { defineConfig } from 'vitest/config';
import { failedBefore, limitedTo } from '../features/report/rerun.js';
import { ruleReporters } from './report/rule-reporters.js';

/** What only this configuration runs. */
export const longTests = [
  'test/architecture/boundaries.test.ts',
  'test/infra/{as-run-kill,bundle,command-line,crash,few-descriptors,fresh-clone,health,hung-disk,kill,loaded-modules,piped-output,rehearsal,setup-signals,simulated-equipment,unattended}.test.ts',
  'test/http/{crash,shutdown}.test.ts',
  'test/drivers/*/faults.test.ts',
  'test/drivers/life-cycle.model.test.ts',
  'test/simulator/session/{incomplete-calls,interrupted}.test.ts',
  'test/storage/{replaced-key,restored-services}.test.ts',
  'test/playout/two-programs.test.ts',
  'test/playout/casparcg/deaths.test.ts',
  'test/application/trigger-year.test.ts',
  'test/companion/{module,killed-service}.test.ts',
  'test/conformance/kit.test.ts',
  'test/dependencies/sbom.test.ts',
  'test/openapi/generated-client.test.ts',
  'test/report/vitest-reporter.test.ts',
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
