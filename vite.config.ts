// How the console's page is bundled: everything it needs, from the packages too, ends up beside it.
import { join } from 'node:path';
import { defineConfig } from 'vite';

export default defineConfig({
  root: join(import.meta.dirname, 'adapters/web/console'),
  // The modules of these packages that can be left out one by one, in place of those that Node loads.
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
    // Small files would become data: addresses, which the policy of the page refuses for scripts and styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
    rolldownOptions: { checks: { moduleLevelDirective: false } },
  },
  logLevel: 'warn',
});
