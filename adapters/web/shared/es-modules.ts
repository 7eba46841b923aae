// Bundles contain the ES modules of these packages, from which unused code is removed, instead of the CommonJS modules for Node.
import type { AliasOptions } from 'vite';

export const esModules = [
  { find: /^fp-ts\/lib\/(.*)\.js$/, replacement: 'fp-ts/es6/$1.js' },
  { find: /^io-ts$/, replacement: 'io-ts/es6/index.js' },
] satisfies AliasOptions;
