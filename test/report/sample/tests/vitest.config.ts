// Runs the sample tests, and reports them to the folder REPORT_FOLDER.
import { defineConfig } from 'vitest/config';

const folder = process.env['REPORT_FOLDER'] ?? '';

export default defineConfig({
  test: {
    include: ['*.sample.ts'],
    reporters: ['default', ['../../../../features/report/vitest-reporter.ts', { folder, root: import.meta.dirname }]],
  },
});
