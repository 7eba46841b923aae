// Bundles the page of the simulated studio. Only its development needs it: production has no simulator.
import { defineConfig } from 'vite';
import { pageBuild } from '../../adapters/web/shared/page-build.js';
import { textsPlugin } from '../../adapters/web/shared/texts-plugin.js';

export default defineConfig({
  plugins: [textsPlugin()],
  build: {
    ...pageBuild,
    outDir: '../../dist/pages/simulator',
    chunkSizeWarningLimit: 600,
    rolldownOptions: { checks: { moduleLevelDirective: false } },
  },
  logLevel: 'warn',
});
