// `npm start` installs the packages of the root's manifest. What the programs and the pages don't import belongs to
// test/package.json. The rules of imports (test/architecture) report the contrary: what they import and the root lacks.
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(resolve(root, path), 'utf8');

/** What other commands run. */
const later = /^adapters\/(client\/build|companion\/pages)\//;

/** What a package expects beside it, such as a plugin its compiler. */
const peersOf = (name: string): readonly string[] => {
  const manifest = JSON.parse(read(`node_modules/${name}/package.json`)) as { readonly peerDependencies?: object };
  return Object.keys(manifest.peerDependencies ?? {});
};

it('the manifest of the root has no package that only other commands need', () => {
  const { devDependencies } = JSON.parse(read('package.json')) as {
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  const programs = globSync('{domain,application,adapters,simulator,infra}/**/*.{ts,tsx}', { cwd: root });
  const sources = [...programs.filter((path) => !later.test(path)), 'lingui.config.ts'].map(read).join('\n');
  const isImported = (name: string): boolean => sources.includes(` '${name}'`) || sources.includes(` '${name}/`);
  const imported = Object.keys(devDependencies).filter(isImported);
  const besides = new Set(imported.flatMap(peersOf));
  const others = Object.keys(devDependencies).filter((name) => !imported.includes(name) && !besides.has(name));
  expect(others).toEqual([]);
});
