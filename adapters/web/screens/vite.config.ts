// Bundles the page of panels and displays. The service serves it at their paths, and its files below /screens.
import { defineConfig } from 'vite';
import { esModules } from '../shared/es-modules.js';
import { pageBuild } from '../shared/page-build.js';
import { textsPlugin } from '../shared/texts-plugin.js';

export default defineConfig({
  base: '/screens/',
  plugins: [textsPlugin()],
  resolve: { alias: esModules },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    ...pageBuild,
    outDir: '../../../dist/pages/screens',
    rolldownOptions: { output: { entryFileNames: 'screens.js', assetFileNames: 'screens[extname]' } },
  },
  logLevel: 'warn',
});
