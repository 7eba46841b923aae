// Bundles the client with its package into one file, for browsers and Node.
import { join } from 'node:path';
import { defineConfig } from 'vite';

export default defineConfig({
  root: join(import.meta.dirname, '..'),
  build: {
    lib: { entry: 'client.ts', formats: ['es'], fileName: () => 'client.js' },
    outDir: join(import.meta.dirname, '../../../dist/client/package'),
    emptyOutDir: true,
    target: 'es2023',
    minify: false,
    license: { fileName: 'licences.txt' },
  },
  logLevel: 'warn',
});
