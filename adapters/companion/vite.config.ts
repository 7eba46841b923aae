// Bundles the module with its packages into one file, as Companion starts it.
import { join } from 'node:path';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  ssr: { noExternal: true },
  build: {
    ssr: 'main.ts',
    outDir: join(import.meta.dirname, '../../dist/companion/pkg'),
    emptyOutDir: true,
    target: 'node22',
    license: { fileName: 'licences.txt' },
    rolldownOptions: { output: { format: 'cjs', entryFileNames: 'main.js' } },
  },
  logLevel: 'warn',
});
