// The reporters of every configuration of vitest: that of the terminal, and the one that keeps results for the report.
import { join } from 'node:path';

/** A path, because configurations are also read where no test runs. */
export const ruleReporters = ['default', join(import.meta.dirname, '../../features/report/vitest-reporter.ts')];
