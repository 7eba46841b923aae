// The rules that need types and that oxlint lacks. They take a minute of processor time, so only the build checks them.
import { defineConfig, globalIgnores } from 'eslint/config';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** Pages and their tests have TypeScript projects of their own. */
const pages = [
  'adapters/web/console',
  'adapters/web/reference',
  'adapters/web/screens',
  'adapters/web/editing',
  'adapters/web/messages',
  'simulator/page',
  'features/report/page',
  'test/docs/site/page',
  'test/adapters/web',
  'test/simulator/page',
];

/** The programs of all projects at once take more memory than a process has, so each run checks one part: `house` or `pages`. */
const { LINTED_PART: part = 'house' } = process.env;

const checked = (project) => ({
  languageOptions: { parser: tseslint.parser, parserOptions: { project, tsconfigRootDir: import.meta.dirname } },
  linterOptions: { reportUnusedDisableDirectives: 'error' },
  plugins: { '@typescript-eslint': tseslint.plugin, 'react-hooks': reactHooks },
  rules: {
    '@typescript-eslint/no-generated-empty-object-type': 'error',
    '@typescript-eslint/no-unsafe-class-instance-assignment': 'error',
    '@typescript-eslint/no-unsafe-enum-assignment': 'error',
    'react-hooks/config': 'error',
    'react-hooks/gating': 'error',
  },
});

const parts = {
  house: [
    { files: ['**/*.ts', '**/*.tsx'], ignores: pages.map((page) => `${page}/**`), ...checked('./tsconfig.json') },
  ],
  pages: pages.map((page) => ({
    files: [`${page}/**/*.ts`, `${page}/**/*.tsx`],
    ...checked(`./${page}/tsconfig.json`),
  })),
};

export default defineConfig(
  globalIgnores(['dist/', 'data/', 'reports/', 'coverage/', '.stryker-tmp/', '**/canaries/**']),
  ...parts[part],
);
