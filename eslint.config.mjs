// Rules of this project's architecture: the pure folders may not use clock, randomness, disk or network directly, regular
// expressions are linear, and imports are lean. The rules of the language are in .oxlintrc.json.
import { defineConfig, globalIgnores } from 'eslint/config';
import redos from 'eslint-plugin-redos';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

const impure = [
  'setTimeout',
  'setInterval',
  'setImmediate',
  'fetch',
  'process',
  'performance',
  'crypto',
  'console',
  'Buffer',
];

const noImpurity = {
  'no-restricted-globals': [
    'error',
    ...impure.map((name) => ({ name, message: 'Use a port for time, randomness, disk and network.' })),
  ],
  'no-restricted-properties': [
    'error',
    { object: 'Math', property: 'random', message: 'Use a port for randomness.' },
    { object: 'Date', property: 'now', message: 'Use the clock port.' },
  ],
  'no-restricted-syntax': [
    'error',
    { selector: 'NewExpression[callee.name="Date"][arguments.length=0]', message: 'Use the clock port.' },
  ],
};

/** What runs in production; the simulator reads what callers send too. */
const production = ['domain', 'application', 'adapters', 'simulator', 'infra'].flatMap((folder) => [
  `${folder}/**/*.ts`,
  `${folder}/**/*.tsx`,
]);

/**
 * Every regular expression takes time in proportion to its input. `redos` proves it by the automaton of a whole
 * expression and fails where it can't; `regexp` also sees what only a part of a text makes slow, and explains it.
 */
const linearTime = {
  plugins: { redos, regexp },
  rules: {
    'redos/no-vulnerable': ['error', { checker: 'automaton', ignoreErrors: false, cache: false, timeout: null }],
    'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
    'regexp/no-super-linear-move': ['error', { report: 'potential', ignorePartial: false, ignoreSticky: false }],
  },
};

/**
 * What an import would load at the start. The values of `node:http` include `fetch` and WebSocket: 14 MB, and 50 ms. jsmodbus has a
 * hundred files, which only services with Modbus devices need.
 */
const leanImports = {
  '@typescript-eslint/no-restricted-imports': [
    'error',
    {
      paths: [
        { name: 'node:http', allowTypeImports: true, message: 'Load its values with createRequire.' },
        { name: 'jsmodbus', allowTypeImports: true, message: 'Load it with createRequire when a device needs it.' },
      ],
    },
  ],
};

export default defineConfig(
  globalIgnores(['dist/', 'data/', 'reports/', 'coverage/', '.stryker-tmp/', '**/canaries/**']),
  {
    files: production,
    languageOptions: { parser: tseslint.parser },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: { '@typescript-eslint': tseslint.plugin },
  },
  {
    files: ['domain/**/*.ts', 'application/**/*.ts', 'simulator/**/*.ts'],
    ignores: ['simulator/page/**'],
    rules: noImpurity,
  },
  { files: production, ...linearTime },
  { files: production, rules: leanImports },
);
