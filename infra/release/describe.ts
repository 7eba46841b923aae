// Describes the files of a release: describe.ts FOLDER
// Writes the bill of materials, the licences of everything in the files, what has changed, and from what they are built.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const project = resolve(import.meta.dirname, '../..');
const out = resolve(process.argv[2] ?? 'dist/release');
const text = (path: string): string => readFileSync(resolve(project, path), 'utf8');
const run = (command: string, ...words: readonly string[]): string =>
  execFileSync(command, words, { cwd: project, encoding: 'utf8' }).trim();

interface Manifest {
  readonly version: string;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}
const { version, optionalDependencies } = JSON.parse(text('package.json')) as Manifest;

/** The packages of the bundles and beside them, and Node. */
const writeBill = (): void => {
  const folder = mkdtempSync(join(tmpdir(), 'studio-control-release-'));
  run('bash', 'infra/containers/context.sh', folder);
  writeFileSync(join(out, 'sbom.cdx.json'), readFileSync(join(folder, 'production/sbom.cdx.json')));
  rmSync(folder, { recursive: true });
};

/** The licences of the project, of the packages in its bundles, of Node and of Debian's libraries in the images. */
const writeLicences = (): void => {
  const node = globSync('node_modules/node-linux-*/LICENSE', { cwd: project }).slice(0, 1);
  const bundled = globSync('dist/{infra,pages/*}/licences.txt', { cwd: project }).toSorted();
  const libraries = globSync('notices/*', { cwd: out }).toSorted();
  const all = ['LICENSE', ...node, ...bundled].map((path) => [path, text(path)] as const);
  const shared = libraries.map((path) => [path, readFileSync(join(out, path), 'utf8')] as const);
  const sections = [...all, ...shared].map(([path, content]) => `${'='.repeat(100)}\n${path}\n\n${content.trim()}\n`);
  writeFileSync(join(out, 'licences.txt'), sections.join('\n'));
  rmSync(join(out, 'notices'), { recursive: true, force: true });
};

/** The section of the changelog. */
const writeChanges = (): void => {
  const [, after = ''] = text('CHANGELOG.md').split(`## [${version}]`);
  const [section = ''] = after.replace(/^[^\n]*\n/, '').split(/^## \[/m);
  writeFileSync(join(out, 'changes.md'), `${section.trim()}\n`);
};

const sha256 = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');

/** Where the sources are; only the name of the project if that isn't known. */
const repository = (): string => {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = process.env;
  return server === undefined || name === undefined ? 'studio-control' : `git+${server}/${name}`;
};

/** From which sources, with which command and which foreign files: the provenance of SLSA, without times. */
const writeProvenance = (): void => {
  const libraries = readFileSync(join(out, 'libraries.txt'), 'utf8').trim().split('\n');
  const debian = libraries.map((line) => {
    const [architecture = '', name = '', version_ = ''] = line.split(' ');
    return { uri: `pkg:deb/debian/${name}@${version_}?arch=${architecture}` };
  });
  const node = Object.entries(optionalDependencies).map(([name, version_]) => ({ uri: `pkg:npm/${name}@${version_}` }));
  const subject = readdirSync(out)
    .toSorted()
    .map((name) => ({ name, digest: { sha256: sha256(join(out, name)) } }));
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject,
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'infra/release/release.sh',
        externalParameters: { version },
        resolvedDependencies: [
          { uri: repository(), digest: { gitCommit: run('git', 'rev-parse', 'HEAD') } },
          { uri: 'package-lock.json', digest: { sha256: sha256(resolve(project, 'package-lock.json')) } },
          ...node,
          ...debian,
        ],
      },
      runDetails: { builder: { id: process.env['GITHUB_WORKFLOW_REF'] ?? 'infra/release/release.sh' } },
    },
  };
  writeFileSync(join(out, 'provenance.json'), `${JSON.stringify(statement, null, 2)}\n`);
};

writeBill();
writeLicences();
writeChanges();
writeProvenance();
