// The faults and hostile answers that the drivers of equipment survive, as often as the environment variables ask for.
import { defineConfig } from 'vitest/config';
import { ruleReporters } from './report/rule-reporters.js';

export default defineConfig({
  test: {
    include: [
      'test/adapters/drivers/{faults,hostile}.test.ts',
      'test/adapters/drivers/shared/templates/escaping.test.ts',
      'test/adapters/mdns/hostile.test.ts',
    ],
    expect: { poll: { timeout: 10_000 } },
    maxWorkers: 2,
    reporters: ruleReporters,
  },
});
