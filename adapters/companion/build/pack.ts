// Packs the module as Companion imports it: an archive with the bundle, the manifest and the page for operators.
// Run by `npm run companion:pack`, which bundles first. The argument is the folder that has the bundle in `pkg`.
import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { validateManifest, type ModuleManifest } from '@companion-module/base';
import { create } from 'tar';

const source = join(import.meta.dirname, '..');
const root = join(source, '../..');
const target = resolve(process.argv[2] ?? join(root, 'dist/companion'));

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

const versionIn = (path: string): string => (readJson(path) as { readonly version: string }).version;

/** Returns the manifest with the versions of the program and of the library that the bundle contains. */
const manifest = (): ModuleManifest => {
  const written = readJson(join(source, 'companion/manifest.json')) as ModuleManifest;
  const library = createRequire(import.meta.url).resolve('@companion-module/base/package.json');
  const runtime = { ...written.runtime, apiVersion: versionIn(library) };
  return { ...written, version: versionIn(join(root, 'package.json')), runtime };
};

const packed = manifest();
validateManifest(packed, false);
cpSync(join(source, 'companion'), join(target, 'pkg/companion'), { recursive: true });
writeFileSync(join(target, 'pkg/companion/manifest.json'), JSON.stringify(packed, null, 2));
const description = { name: packed.name, version: packed.version, license: packed.license, type: 'commonjs' };
writeFileSync(join(target, 'pkg/package.json'), JSON.stringify(description, null, 2));
const archive = join(target, `${packed.id}-${packed.version}.tgz`);
const files = globSync('pkg/**/*.*', { cwd: target }).toSorted();
// Nothing of the machine comes into the archive: the same sources give the same bytes.
create({ file: archive, cwd: target, gzip: true, portable: true, mtime: new Date(0), sync: true }, files);
console.log(archive);
