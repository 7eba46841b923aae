// Bundles the page that edits the studio file at its host.
import { defineConfig } from 'vite';
import { esModules } from '../shared/es-modules.js';
import { pageBuild } from '../shared/page-build.js';
import { translated } from '../shared/translated.js';

export default defineConfig({
  plugins: [translated()],
  resolve: { alias: esModules },
  build: {
    ...pageBuild,
    outDir: '../../../dist/pages/editing',
    chunkSizeWarningLimit: 600,
    rolldownOptions: { checks: { moduleLevelDirective: false } },
  },
  logLevel: 'warn',
});
