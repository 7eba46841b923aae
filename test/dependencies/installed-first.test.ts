// `npm start` installs the packages of the root's manifest only. Those of test/package.json are missing then.
import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

const manifest = (path: string): Readonly<Record<string, Readonly<Record<string, string>> | undefined>> =>
  JSON.parse(readFileSync(resolve(root, path), 'utf8')) as Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What other commands run. */
const later = /^adapters\/(client\/build|companion\/pages)\//;

const sources = globSync(['{domain,application,adapters,simulator,infra}/**/*.{ts,tsx}', 'vite.config.ts'], {
  cwd: root,
}).filter((path) => !later.test(path));

/** The packages that a file imports. */
const packagesIn = (path: string): readonly string[] =>
  [...readFileSync(resolve(root, path), 'utf8').matchAll(/^(?:import|\})(?:.* from)? '([^.'][^']*)'/gm)]
    .map(([, name = '']) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? '')
    .filter((name) => !isBuiltin(name));

const { dependencies, devDependencies } = manifest('package.json');
const imported = new Set(sources.flatMap(packagesIn));

it('has the packages that the programs, the pages and their bundling import', () => {
  expect([...imported].filter((name) => ({ ...dependencies, ...devDependencies })[name] === undefined)).toEqual([]);
});

it('has none that only other commands need', () => {
  expect(Object.keys(devDependencies ?? {}).filter((name) => !imported.has(name))).toEqual([]);
});
