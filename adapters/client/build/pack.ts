// Packs the client as a package: the bundle, its types, and the page for developers. Run by `npm run client:pack`, which bundles first.
// The argument is the folder that has the bundle in `package`.
import { copyFileSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { create } from 'tar';
import ts from 'typescript';

const source = join(import.meta.dirname, '..');
const root = join(source, '../..');
const target = resolve(process.argv[2] ?? join(root, 'dist/client'));
const content = join(target, 'package');

const declare = (): void => {
  const program = ts.createProgram([join(source, 'client.ts')], {
    declaration: true,
    emitDeclarationOnly: true,
    outDir: content,
    rootDir: source,
    target: ts.ScriptTarget.ES2024,
    lib: ['lib.es2024.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    strict: true,
    exactOptionalPropertyTypes: true,
    types: [],
  });
  const { diagnostics } = program.emit();
  const problems = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  if (problems.length > 0) throw new Error(ts.formatDiagnostics(problems, ts.createCompilerHost({})));
};

const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly version: string;
  readonly license: string;
};

const description = {
  name: 'studio-control-client',
  version,
  description: 'Client of the device-control API of Studio Control, for Node and browsers',
  license,
  type: 'module',
  sideEffects: false,
  engines: { node: '>=22.12' },
  exports: { '.': { types: './client.d.ts', default: './client.js' } },
};

declare();
writeFileSync(join(content, 'package.json'), `${JSON.stringify(description, null, 2)}\n`);
copyFileSync(join(source, 'README.md'), join(content, 'README.md'));
copyFileSync(join(root, 'LICENSE'), join(content, 'LICENSE'));
const archive = join(target, `studio-control-client-${version}.tgz`);
const files = readdirSync(content)
  .toSorted()
  .map((name) => `package/${name}`);
// Nothing of the machine comes into the archive: the same sources give the same bytes.
create({ file: archive, cwd: target, gzip: true, portable: true, mtime: new Date(0), sync: true }, files);
console.log(archive);
