// Gives the project another version: set-version.ts VERSION
// The changelog's section of what isn't released becomes that of the version. Nothing is changed unless everything can be.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

const project = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(resolve(project, path), 'utf8');
const fail = (message: string): never => {
  process.stderr.write(`release: ${message}\n`);
  process.exit(1);
};

/** Returns the three numbers of a version. */
const numbersOf = (version: string): readonly number[] => version.split('.').map(Number);

/** Returns the next minor version, to which the documents upgrade. */
const following = (version: string): string => {
  const [major = 0, minor = 0] = numbersOf(version);
  return `${String(major)}.${String(minor + 1)}.0`;
};

/** Matches a version, and no part of a longer one or of an address. */
const wholeVersion = (version: string): RegExp => new RegExp(`(?<![\\d.])${version.replaceAll('.', '\\.')}(?!\\.?\\d)`);

const isNewer = (version: string, than: string): boolean => {
  const before = numbersOf(than);
  const at = numbersOf(version).findIndex((number, place) => number !== before[place]);
  return at >= 0 && (numbersOf(version)[at] ?? 0) > (before[at] ?? 0);
};

/** Files that name the version, besides those of npm. The documents also name the one to upgrade to. */
const named = [
  'adapters/companion/companion/manifest.json',
  'features/system/audit.feature',
  'infra/kubernetes/example/kustomization.yaml',
  ...['ci', 'deployment', 'install', 'kubernetes'].map((name) => `docs/${name}.md`),
];

const [version = ''] = process.argv.slice(2);
const { version: present } = JSON.parse(read('package.json')) as { readonly version: string };
if (!/^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/.test(version)) fail(`expected a version such as 1.0.0, got "${version}"`);
if (!isNewer(version, present)) fail(`expected a version after ${present}, got ${version}`);

const changelog = read('CHANGELOG.md');
const heading = '## [Unreleased]\n';
const [, after = ''] = changelog.split(heading);
const [unreleased = ''] = after.split('\n## [');
if (unreleased.trim() === '') fail('CHANGELOG.md: expected what has changed below "## [Unreleased]"');

const today = new Date().toISOString().slice(0, 10);
const replacements = [
  [following(present), following(version)],
  [present, version],
] as const;
const changed = named.map((path) => {
  const text = replacements.reduce((before, [from, to]) => before.split(wholeVersion(from)).join(to), read(path));
  return { path, text };
});
for (const { path, text } of changed) writeFileSync(resolve(project, path), text);
writeFileSync(resolve(project, 'CHANGELOG.md'), changelog.replace(heading, `${heading}\n## [${version}] - ${today}\n`));
execFileSync('npm', ['version', '--no-git-tag-version', version], { cwd: project, stdio: 'ignore' });
