// The bill of materials lists exactly the packages that the lockfile marks for production, and Node in the images.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
}

interface BillOfMaterials {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

type Names = Readonly<Record<string, string>>;

interface Installed {
  readonly version: string;
  readonly dependencies?: Names;
  readonly optionalDependencies?: Names;
}

const project = resolve(import.meta.dirname, '../..');

const { packages } = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, Installed | undefined>>;
};

/** The folder in which Node.js finds a dependency of the package in a folder. */
const found = (folder: string, name: string): string => {
  const inside = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
  if (packages[inside] !== undefined || folder === '') return inside;
  return found(folder.replace(/\/?node_modules\/(@[^/]+\/)?[^/]+$/, ''), name);
};

/** The folders of the packages that the product needs, found by following its dependencies. */
const neededFolders = (): ReadonlySet<string> => {
  const folders = new Set<string>();
  const follow = (folder: string): void => {
    const { dependencies = {}, optionalDependencies = {} } = packages[folder] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const dependency = found(folder, name);
      if (folders.has(dependency) || packages[dependency] === undefined) continue;
      folders.add(dependency);
      follow(dependency);
    }
  };
  follow('');
  return folders;
};

/** Returns packages as `name@version`. */
const namesOf = (folders: Iterable<string>): readonly string[] => {
  const all = [...folders].map(
    (folder) => `${folder.replace(/^.*node_modules\//, '')}@${packages[folder]?.version ?? ''}`,
  );
  return [...new Set(all)].sort();
};

const named = ({ name, version }: Component): string => `${name}@${version}`;

let folder: string;

/** The folder of an image that contains a few of the packages. */
let image: string;

const write = (...args: readonly string[]): BillOfMaterials => {
  const file = join(folder, 'sbom.json');
  execFileSync(process.execPath, ['infra/containers/sbom.ts', file, ...args], { cwd: project });
  return JSON.parse(readFileSync(file, 'utf8')) as BillOfMaterials;
};

/** Packages whose code is bundled. The page's is for development in the lockfile. */
const contained = ['node_modules/restify', 'node_modules/yaml', 'node_modules/react', 'node_modules/crc'];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sbom-'));
  image = join(folder, 'image');
  const [crc = '', ...bundled] = contained.toReversed();
  cpSync(join(project, crc, 'package.json'), join(image, crc, 'package.json'));
  const [restify, ...others] = namesOf(bundled).map((name) => `## ${name.replace('@', ' - ')} (MIT)\n\nMIT License\n`);
  for (const [part, licences] of Object.entries({ infra: [restify], 'pages/console': others })) {
    mkdirSync(join(image, 'dist', part), { recursive: true });
    writeFileSync(join(image, 'dist', part, 'licences.txt'), licences.join('\n'));
  }
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('the bill of materials', () => {
  it('of the package lists its production dependencies, is CycloneDX, and relates all components', () => {
    const { bomFormat, specVersion, metadata, components, dependencies } = write();
    expect(components.map(named).sort()).toEqual(namesOf(neededFolders()));
    expect([bomFormat, specVersion]).toEqual(['CycloneDX', expect.stringMatching(/^1\.[5-9]$/)]);
    expect(metadata.component).toMatchObject({ name: 'studio-control', type: 'application' });
    for (const { purl } of components) expect(purl).toMatch(/^pkg:npm\/.+@.+/);
    const refs = new Set([metadata.component, ...components].map((component) => component['bom-ref']));
    const related = dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]);
    expect(new Set(related)).toEqual(refs);
  });

  it('of an image lists the packages that it contains, and Node, and is the same for the same content', () => {
    const bill = write(image);
    expect(bill.components.map(named).sort()).toEqual([...namesOf(contained), `node@${process.versions.node}`].sort());
    expect(bill.components).toHaveLength(5);
    expect(write(image)).toEqual(bill);
  });
});
