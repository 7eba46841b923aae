// Bundles the reference page. The service serves its files below the page's own path; the simulator
// replaces that path by its own.
import { defineConfig } from 'vite';
import { pageBuild } from '../shared/page-build.js';

export default defineConfig({
  base: '/api/v2/docs/',
  build: {
    ...pageBuild,
    outDir: '../../../dist/pages/reference',
    rolldownOptions: { output: { entryFileNames: 'docs.js', assetFileNames: 'docs[extname]' } },
  },
  logLevel: 'warn',
});
