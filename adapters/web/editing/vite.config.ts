// Bundles the page that edits the studio file at its host.
import { defineConfig } from 'vite';
import { esModules } from '../shared/es-modules.js';
import { pageBuild } from '../shared/page-build.js';
import { textsPlugin } from '../shared/texts-plugin.js';

export default defineConfig({
  plugins: [textsPlugin()],
  resolve: { alias: esModules },
  build: {
    ...pageBuild,
    outDir: '../../../dist/pages/editing',
    chunkSizeWarningLimit: 600,
    rolldownOptions: { checks: { moduleLevelDirective: false } },
  },
  logLevel: 'warn',
});
