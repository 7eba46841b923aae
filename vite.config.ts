// Bundles the console's page together with the packages that it uses.
import { join } from 'node:path';
import { defineConfig } from 'vite';

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
    outDir: join(import.meta.dirname, 'dist/pages/console'),
    emptyOutDir: true,
    target: ['chrome123', 'firefox120', 'safari17.5'],
    license: { fileName: 'licences.txt' },
    // Inlined files would become data: URLs, which the page's content security policy rejects for scripts and styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
    rolldownOptions: { checks: { moduleLevelDirective: false } },
  },
  logLevel: 'warn',
});
