// Bundles the console's page together with the packages that it uses.
import { join } from 'node:path';
import { defineConfig } from 'vite';
import { pageBuild } from './adapters/web/shared/page-build.js';

export default defineConfig({
  root: join(import.meta.dirname, 'adapters/web/console'),
  // ES modules of these packages, from which unused code is removed, instead of the CommonJS modules for Node.
  resolve: {
    alias: [
      { find: /^fp-ts\/lib\/(.*)\.js$/, replacement: 'fp-ts/es6/$1.js' },
      { find: /^io-ts$/, replacement: 'io-ts/es6/index.js' },
    ],
  },
  build: {
    ...pageBuild,
    outDir: join(import.meta.dirname, 'dist/pages/console'),
    chunkSizeWarningLimit: 600,
    rolldownOptions: { checks: { moduleLevelDirective: false } },
  },
  logLevel: 'warn',
});
