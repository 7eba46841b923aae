// The boundaries between the layers hold, and each of them bites: a canary breaks it on purpose and must be caught.
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

/** Files of a tree that breaks one boundary, and nothing else. */
type Canary = Readonly<Record<string, string>>;

const importing = (specifier: string): string => `import * as other from '${specifier}';\nexport const used = other;\n`;
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
  'simulator-points-inward': [
    { 'simulator/a.ts': importing('../adapters/x/b.js'), 'adapters/x/b.ts': leaf },
    { 'simulator/a.ts': importing('../infra/b.js'), 'infra/b.ts': leaf },
  ],
  'adapters-keep-apart': [
    { 'adapters/x/a.ts': importing('../y/b.js'), 'adapters/y/b.ts': leaf },
    { 'adapters/x/a.ts': importing('../../simulator/b.js'), 'simulator/b.ts': leaf },
    { 'adapters/x/a.ts': importing('../../infra/b.js'), 'infra/b.ts': leaf },
  ],
  'http-parts-share-only-the-server': [
    { 'adapters/http/control/a.ts': importing('../console/b.js'), 'adapters/http/console/b.ts': leaf },
    { 'adapters/http/console/a.ts': importing('../control/b.js'), 'adapters/http/control/b.ts': leaf },
  ],
  'production-comes-without-the-simulator': [
    { 'infra/a.ts': importing('../simulator/b.js'), 'simulator/b.ts': leaf },
    { 'infra/a.ts': importing('./simulated/b.js'), 'infra/simulated/b.ts': leaf },
  ],
  'page-runs-in-browsers': [
    { 'adapters/web/console/a.ts': importing('node:fs') },
    { 'adapters/web/console/a.ts': importing('../../server/b.js'), 'adapters/http/server/b.ts': leaf },
    { 'adapters/web/console/a.ts': importing('../../../../application/b.js'), 'application/b.ts': leaf },
  ],
  'inversify-lives-at-the-edge': [{ 'simulator/a.ts': importing('inversify') }],
  'no-cycles': [{ 'infra/a.ts': importing('./b.js'), 'infra/b.ts': importing('./a.js') }],
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

const violations = async (folder: string, folders: readonly string[]): Promise<readonly string[]> => {
  const { output } = await cruise(
    [...folders],
    { ...configuration.options, baseDir: folder, ruleSet: configuration as never, validate: true },
    {},
    { tsConfig: { options: {} } },
  );
  return (output as ICruiseResult).summary.violations.map(({ rule }) => rule.name);
};

describe('the boundaries', () => {
  it('hold in the project', async () => {
    const layers = ['domain', 'application', 'adapters', 'simulator', 'infra', 'features', 'test'];
    expect(await violations(root, layers)).toEqual([]);
  });

  it('have a canary each', () => {
    expect(Object.keys(canaries).sort()).toEqual(configuration.forbidden.map(({ name }) => name).sort());
  });

  const cases = Object.entries(canaries).flatMap(([rule, trees]) => trees.map((tree) => ({ rule, tree })));
  it.each(cases)('bite: $rule, $tree', async ({ rule, tree }) => {
    const folders = [...new Set(Object.keys(tree).map((name) => name.split('/', 1)[0] ?? ''))];
    expect(await withTree(tree, (folder) => violations(folder, folders))).toContain(rule);
  });
});

describe('pure folders', () => {
  // Where CI is set the parser takes what is on the disk for what it is given, unless told otherwise.
  const asGiven = { languageOptions: { parserOptions: { disallowAutomaticSingleRunInference: true } } };
  const configured = { cwd: root, overrideConfigFile: join(root, 'eslint.config.mjs'), overrideConfig: asGiven };
  const eslint = new ESLint(configured);
  const impurities = [
    'export const a = Date.now();',
    'export const a = new Date();',
    'export const a = Math.random();',
    'setTimeout(() => undefined, 1);',
    'export const a = process.env;',
    'export const a = fetch;',
  ];
  const places = ['domain/failure.ts', 'application/ports.ts', 'simulator/clock.ts'];
  it.each(places.flatMap((place) => impurities.map((code) => ({ place, code }))))(
    'refuse $code in $place',
    async ({ place, code }) => {
      const [result] = await eslint.lintText(code, { filePath: join(root, place) });
      const rules = result?.messages.map(({ ruleId }) => ruleId ?? '') ?? [];
      expect(rules.some((rule) => rule.startsWith('no-restricted-'))).toBe(true);
    },
  );
});
