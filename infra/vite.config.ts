// Bundles the programs together with the packages that they import. Node loads a few files instead of 1,400, and needs less
// memory for their code: see docs/decisions/tools.md.
import { join } from 'node:path';
import { defineConfig } from 'vite';
import { esModules } from '../adapters/web/shared/es-modules.js';

const project = join(import.meta.dirname, '..');

/** Folders of the simulated studio, which production installations don't contain. */
const simulated = [join(project, 'simulator/'), join(project, 'infra/simulated/')];

const isSimulated = (moduleId: string): boolean => simulated.some((folder) => moduleId.startsWith(folder));

/** Stack traces name functions, and packages may read the names of functions and classes. */
const keepNames = { function: true, class: true };

export default defineConfig({
  root: import.meta.dirname,
  resolve: { alias: esModules },
  ssr: { noExternal: true },
  build: {
    ssr: true,
    outDir: join(project, 'dist/infra'),
    emptyOutDir: true,
    target: 'node24',
    sourcemap: true,
    license: { fileName: 'licences.txt' },
    rolldownOptions: {
      input: ['main.ts', 'part-thread.ts', 'health.ts'].map((name) => join(import.meta.dirname, name)),
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: ({ moduleIds }) => `${moduleIds.some(isSimulated) ? 'simulated/' : ''}[name]-[hash].js`,
        minify: { compress: { keepNames }, mangle: { keepNames } },
        // V8 keeps a text with other characters than Latin-1 in two bytes for each.
        charset: 'ascii',
        sourcemapExcludeSources: true,
      },
    },
  },
  logLevel: 'warn',
});
