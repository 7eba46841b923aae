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
  'simulator/page',
  'features/report/page',
  'test/adapters/web',
  'test/simulator/page',
];

const parsed = (project) => ({
  parser: tseslint.parser,
  parserOptions: { project, tsconfigRootDir: import.meta.dirname },
});

export default defineConfig(
  globalIgnores(['dist/', 'data/', 'reports/', 'coverage/', '.stryker-tmp/', '**/canaries/**']),
  {
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: parsed('./tsconfig.json'),
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: { '@typescript-eslint': tseslint.plugin },
    rules: {
      '@typescript-eslint/no-generated-empty-object-type': 'error',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'error',
      '@typescript-eslint/no-unsafe-enum-assignment': 'error',
    },
  },
  ...pages.map((page) => ({
    files: [`${page}/**/*.ts`, `${page}/**/*.tsx`],
    languageOptions: parsed(`./${page}/tsconfig.json`),
    plugins: { 'react-hooks': reactHooks },
    rules: { 'react-hooks/config': 'error', 'react-hooks/gating': 'error' },
  })),
);
