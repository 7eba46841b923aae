// The project keeps the import rules, and each rule works: its canaries break it and must be reported.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { cruise, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser';
import { ESLint } from 'eslint';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const configuration = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as {
  readonly forbidden: readonly { readonly name: string }[];
  readonly options: ICruiseOptions;
};

/** An import that breaks a rule. */
interface Violation {
  readonly rule: string;
  readonly from: string;
  readonly to: string;
}

/** A file tree that breaks one rule. */
type Canary = Readonly<Record<string, string>>;

const importing = (specifier: string): string => `import * as other from '${specifier}';\nexport const used = other;\n`;
const importingType = (specifier: string): string =>
  `import type { leaf } from '${specifier}';\nexport type Used = typeof leaf;\n`;
const leaf = 'export const leaf = 1;\n';

const canaries: Readonly<Record<string, readonly Canary[]>> = {
  'domain-is-pure': [
    { 'domain/a.ts': importing('node:fs') },
    { 'domain/a.ts': importing('winston') },
    { 'domain/a.ts': importing('../application/b.js'), 'application/b.ts': leaf },
    { 'domain/a.ts': importing('../adapters/x/b.js'), 'adapters/x/b.ts': leaf },
  ],
  'application-knows-only-ports': [
    { 'application/a.ts': importing('node:crypto') },
    { 'application/a.ts': importing('restify') },
    { 'application/a.ts': importing('../adapters/x/b.js'), 'adapters/x/b.ts': leaf },
    { 'application/a.ts': importing('../simulator/b.js'), 'simulator/b.ts': leaf },
  ],
  'ports-import-only-the-domain': [
    { 'application/ports/a.ts': importing('../api/b.js'), 'application/api/b.ts': leaf },
    { 'application/ports/a.ts': importingType('../api/b.js'), 'application/api/b.ts': leaf },
  ],
  'application-has-no-loose-file': [
    { 'application/api/a.ts': importing('../b.js'), 'application/b.ts': leaf },
    { 'infra/a.ts': importing('../application/b.js'), 'application/b.ts': leaf },
  ],
  'simulator-points-inward': [
    { 'simulator/a.ts': importing('../adapters/x/b.js'), 'adapters/x/b.ts': leaf },
    { 'simulator/a.ts': importing('../infra/b.js'), 'infra/b.ts': leaf },
  ],
  'adapters-keep-apart': [
    { 'adapters/x/a.ts': importing('../y/b.js'), 'adapters/y/b.ts': leaf },
    { 'adapters/x/a.ts': importing('../../simulator/b.js'), 'simulator/b.ts': leaf },
    { 'adapters/x/a.ts': importing('../../infra/b.js'), 'infra/b.ts': leaf },
  ],
  'pages-import-only-the-client': [
    { 'adapters/web/shared/a.ts': importing('../../http/b.js'), 'adapters/http/b.ts': leaf },
    { 'adapters/companion/a.ts': importing('../drivers/b.js'), 'adapters/drivers/b.ts': leaf },
  ],
  'drivers-keep-apart': [
    { 'adapters/drivers/x/a.ts': importing('../y/b.js'), 'adapters/drivers/y/b.ts': leaf },
    { 'adapters/drivers/shared/a.ts': importing('../y/b.js'), 'adapters/drivers/y/b.ts': leaf },
  ],
  'http-parts-share-only-the-server': [
    { 'adapters/http/control/a.ts': importing('../console/b.js'), 'adapters/http/console/b.ts': leaf },
    { 'adapters/http/console/a.ts': importing('../control/b.js'), 'adapters/http/control/b.ts': leaf },
    { 'adapters/http/steering/a.ts': importing('../console/b.js'), 'adapters/http/console/b.ts': leaf },
  ],
  'production-comes-without-the-simulator': [
    { 'infra/a.ts': importing('../simulator/b.js'), 'simulator/b.ts': leaf },
    { 'infra/a.ts': importing('./simulated/b.js'), 'infra/simulated/b.ts': leaf },
  ],
  'page-runs-in-browsers': [
    { 'adapters/web/console/a.ts': importing('node:fs') },
    { 'adapters/web/reference/a.ts': importing('node:fs') },
    { 'adapters/web/screens/a.ts': importing('node:fs') },
    { 'adapters/web/console/a.ts': importing('../../http/server/b.js'), 'adapters/http/server/b.ts': leaf },
    { 'adapters/web/console/a.ts': importingType('../../http/server/b.js'), 'adapters/http/server/b.ts': leaf },
    { 'adapters/web/console/a.ts': importingType('../../../simulator/b.js'), 'simulator/b.ts': leaf },
  ],
  'simulator-page-runs-in-browsers': [
    { 'simulator/page/a.ts': importing('node:fs') },
    { 'simulator/page/a.ts': importing('../api/b.js'), 'simulator/api/b.ts': leaf },
    { 'simulator/page/a.ts': importing('../../application/api/b.js'), 'application/api/b.ts': leaf },
    { 'simulator/page/a.ts': importing('../../adapters/http/server/b.js'), 'adapters/http/server/b.ts': leaf },
  ],
  'page-imports-only-types-of-the-application': [
    { 'adapters/web/console/a.ts': importing('../../../application/api/b.js'), 'application/api/b.ts': leaf },
  ],
  'client-stands-alone': [
    { 'adapters/client/a.ts': importingType('../../domain/b.js'), 'domain/b.ts': leaf },
    { 'adapters/client/a.ts': importing('ws') },
    { 'adapters/client/a.ts': importing('./build/b.js'), 'adapters/client/build/b.ts': leaf },
  ],
  'companion-module-stands-alone': [
    { 'adapters/companion/a.ts': importing('../../domain/b.js'), 'domain/b.ts': leaf },
    { 'adapters/companion/a.ts': importingType('../../application/api/b.js'), 'application/api/b.ts': leaf },
  ],
  'inversify-lives-at-the-edge': [{ 'simulator/a.ts': importing('inversify') }],
  'product-imports-no-tests': [
    { 'infra/a.ts': importing('../test/b.js'), 'test/b.ts': leaf },
    { 'infra/a.ts': importing('../features/b.js'), 'features/b.ts': leaf },
  ],
  'no-cycles': [
    { 'infra/a.ts': importing('./b.js'), 'infra/b.ts': importing('./a.js') },
    { 'infra/a.ts': importingType('./b.js'), 'infra/b.ts': importingType('./a.js') },
    { 'features/a.ts': importingType('./b.js'), 'features/b.ts': importingType('./a.js') },
    { 'test/a.ts': importing('./b.js'), 'test/b.ts': importingType('./a.js') },
  ],
  'production-needs-no-development-package': [{ 'infra/a.ts': importing('fast-check') }],
};

const withTree = async <A>(files: Canary, use: (folder: string) => Promise<A>): Promise<A> => {
  const folder = mkdtempSync(join(tmpdir(), 'canary-'));
  for (const name of ['node_modules', 'package.json', 'tsconfig.json'])
    symlinkSync(join(root, name), join(folder, name));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return use(folder).finally(() => {
    rmSync(folder, { recursive: true });
  });
};

const violations = async (folder: string, folders: readonly string[]): Promise<readonly Violation[]> => {
  const { output } = await cruise(
    [...folders],
    { ...configuration.options, baseDir: folder, ruleSet: configuration as never, validate: true },
    {},
    { tsConfig: { options: {} } },
  );
  return (output as ICruiseResult).summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }));
};

describe('the import rules', () => {
  it('are kept in the project', async () => {
    const layers = ['domain', 'application', 'adapters', 'simulator', 'infra', 'features', 'test'];
    expect(await violations(root, layers)).toEqual([]);
  }, 120_000);

  it('each have canaries', () => {
    expect(Object.keys(canaries).sort()).toEqual(configuration.forbidden.map(({ name }) => name).sort());
  });

  const cases = Object.entries(canaries).flatMap(([rule, trees]) => trees.map((tree) => ({ rule, tree })));
  it.each(cases)('report a canary: $rule, $tree', async ({ rule, tree }) => {
    const folders = [...new Set(Object.keys(tree).map((name) => name.split('/', 1)[0] ?? ''))];
    const reported = await withTree(tree, (folder) => violations(folder, folders));
    expect(reported.map((violation) => violation.rule)).toContain(rule);
  });
});

const lint = new ESLint({ cwd: root });

describe('pure folders', () => {
  const impurities = [
    'export const a = Date.now();',
    'export const a = new Date();',
    'export const a = Math.random();',
    'setTimeout(() => undefined, 1);',
    'export const a = process.env;',
    'export const a = fetch;',
  ];
  const paths = ['domain/failure.ts', 'application/ports/clock.ts', 'simulator/clock.ts'];
  it.each(paths.flatMap((path) => impurities.map((code) => ({ path, code }))))(
    'the lint reports $code in $path',
    async ({ path, code }) => {
      const [result] = await lint.lintText(code, { filePath: join(root, path) });
      const rules = result?.messages.map(({ ruleId }) => ruleId ?? '') ?? [];
      expect(rules.some((rule) => rule.startsWith('no-restricted-'))).toBe(true);
    },
  );
});

describe('regular expressions', () => {
  const rulesFor = async (expression: string, path: string): Promise<readonly string[]> => {
    const [result] = await lint.lintText(`export const a = ${expression};\n`, { filePath: join(root, path) });
    return result?.messages.map(({ ruleId }) => ruleId ?? '') ?? [];
  };
  /** A file of each production folder. */
  const paths = [
    'domain/failure.ts',
    'application/ports/clock.ts',
    'adapters/node/clock.ts',
    'simulator/clock.ts',
    'infra/settings/settings.ts',
  ];
  const slow: readonly (readonly [expression: string, ...rules: readonly string[]])[] = [
    ['/%[^/]*$/', 'redos/no-vulnerable', 'regexp/no-super-linear-move'],
    ['/[^\\s&=]*%[^\\s&=]*/g', 'redos/no-vulnerable', 'regexp/no-super-linear-move'],
    ['/(?:^|[?&;])token\\s*(?:\\[[^=]*)?=/i', 'redos/no-vulnerable'],
    ['/^(a+)+$/', 'redos/no-vulnerable', 'regexp/no-super-linear-backtracking'],
    ['/(?<=:)\\d+$/', 'redos/no-vulnerable'],
  ];

  it.each(slow.flatMap(([expression, ...rules]) => paths.map((path) => ({ expression, rules, path }))))(
    'that may not take linear time are reported by the lint: $expression in $path',
    async ({ expression, rules, path }) => {
      expect(await rulesFor(expression, path)).toEqual(expect.arrayContaining([...rules]));
    },
  );

  it.each(["'a'.replace(/[^\\s&=]+/g, 'b')", '/^[a-z]+:[^/]*/i', '/svc_[0-9a-z]{32}/gi'])(
    'that take linear time pass: %s',
    async (expression) => {
      expect(await rulesFor(expression, 'domain/failure.ts')).toEqual([]);
    },
  );
});
