// The tests that notice mutants: small and quick, since they run once for each.
import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { include: ['test/domain/**/*.test.ts'] } });
