// The lint has all rules of the sets that the project follows, and those that need types work: code that breaks them is reported.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from './violations.js';

const root = resolve(import.meta.dirname, '../..');

type Rules = Readonly<Record<string, unknown>>;

/** Rules as a configuration lists them. */
interface RuleSet {
  readonly rules?: object | undefined;
}

const { overrides } = JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8')) as {
  readonly overrides: readonly RuleSet[];
};

const { default: typeRules } = (await import(join(root, 'eslint.types.config.mjs'))) as {
  readonly default: readonly RuleSet[];
};

/** Returns the names of rules that are on, without the names of plugins, which differ between the linters. */
const namesIn = (sets: readonly RuleSet[]): readonly string[] =>
  Object.entries(Object.assign({}, ...sets.map(({ rules }) => rules)) as Rules)
    .filter(([, level]) => level !== 'off' && level !== 0)
    .map(([name]) => name.replace(/^.*\//, ''));

const checked = new Set([...namesIn(overrides.slice(0, 2)), ...namesIn(typeRules)]);

describe('the lint', () => {
  it('has all rules of the strict and stylistic sets of typescript-eslint, and the recommended ones of React', () => {
    const followed = namesIn([
      ...tseslint.configs.strictTypeChecked,
      ...tseslint.configs.stylisticTypeChecked,
      reactHooks.configs.flat['recommended-latest'],
    ]);
    expect(followed.length).toBeGreaterThan(100);
    expect(followed.filter((name) => !checked.has(name))).toEqual([]);
  });
});

describe('rules that need types', () => {
  let folder: string;
  let reported: readonly string[];

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'lint-'));
    for (const name of ['node_modules', 'package.json', '.oxlintrc.json'])
      symlinkSync(join(root, name), join(folder, name));
    const project = { extends: join(root, 'tsconfig.json'), include: ['infra'], exclude: [] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(project));
    mkdirSync(join(folder, 'infra'));
    for (const [rule, code] of Object.entries(violations))
      writeFileSync(join(folder, 'infra', `${rule}.ts`), `${code}\n`);
    const { stdout } = spawnSync(join(root, 'node_modules/.bin/oxlint'), ['--format=unix', 'infra'], { cwd: folder });
    reported = stdout.toString().split('\n');
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it.each(Object.keys(violations))('report code that breaks %s', (rule) => {
    expect(reported.filter((line) => line.startsWith(`infra/${rule}.ts:`)).join('\n')).toContain(`(${rule})`);
  });
});
