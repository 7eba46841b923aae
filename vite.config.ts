// Bundles the console's page together with the packages that it uses.
import { join } from 'node:path';
import { defineConfig } from 'vite';
import { companionArchive } from './adapters/web/shared/companion-archive.js';
import { consoleAddresses } from './adapters/web/shared/console-addresses.js';
import { esModules } from './adapters/web/shared/es-modules.js';
import { pageBuild } from './adapters/web/shared/page-build.js';
import { textsPlugin } from './adapters/web/shared/texts-plugin.js';

const outDir = join(import.meta.dirname, 'dist/pages/console');

export default defineConfig({
  root: join(import.meta.dirname, 'adapters/web/console'),
  plugins: [textsPlugin(), consoleAddresses(), companionArchive(join(outDir, 'companion.tgz'))],
  resolve: { alias: esModules },
  build: {
    ...pageBuild,
    outDir,
    chunkSizeWarningLimit: 600,
    rolldownOptions: { checks: { moduleLevelDirective: false } },
  },
  logLevel: 'warn',
});
