// What the source looks like in figures: run `npm run house`. Tests, features and generated code aren't counted.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';

/** The layers, inner ones first. */
export const layers = ['domain', 'application', 'adapters', 'simulator', 'infra'] as const;

type Layer = (typeof layers)[number];

/** A file of the source. Paths are relative to the root; `lengths` are those of its functions, in lines. */
interface SourceFile {
  readonly path: string;
  readonly layer: Layer;
  readonly lines: number;
  readonly lengths: readonly number[];
  /** Paths of the files that it imports. */
  readonly imports: readonly string[];
  /** Names of types, classes and values that it declares and exports. */
  readonly types: readonly string[];
  readonly values: readonly string[];
}

const isExported = (node: ts.Statement): boolean =>
  ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);

const typesOf = (node: ts.Statement): readonly string[] =>
  (ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isEnumDeclaration(node)) &&
  node.name !== undefined
    ? [node.name.text]
    : [];

const valuesOf = (node: ts.Statement): readonly string[] => {
  if (ts.isFunctionDeclaration(node) && node.name !== undefined) return [node.name.text];
  if (!ts.isVariableStatement(node)) return [];
  return node.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
};

/** Returns the file that a module name such as `../ports/clock.js` stands for. */
const importedPath = (from: string, specifier: string, paths: ReadonlySet<string>): string | undefined => {
  if (!specifier.startsWith('.')) return undefined;
  const path = join(dirname(from), specifier).replace(/\.js$/, '');
  return [path, `${path}.ts`, `${path}.tsx`].find((candidate) => paths.has(candidate));
};

const functionLengths = (file: ts.SourceFile): readonly number[] => {
  const lengths: number[] = [];
  const lineOf = (position: number): number => file.getLineAndCharacterOfPosition(position).line;
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined)
      lengths.push(lineOf(node.end) - lineOf(node.getStart(file)) + 1);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return lengths;
};

const sourceFile = (root: string, path: string, paths: ReadonlySet<string>): SourceFile => {
  const text = readFileSync(join(root, path), 'utf8');
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const exported = file.statements.filter(isExported);
  return {
    path,
    layer: path.slice(0, path.indexOf('/')) as Layer,
    lines: text.split('\n').length - 1,
    lengths: functionLengths(file),
    imports: ts
      .preProcessFile(text, true, true)
      .importedFiles.flatMap(({ fileName }) => importedPath(path, fileName, paths) ?? []),
    types: exported.flatMap(typesOf),
    values: exported.flatMap(valuesOf),
  };
};

/** Reads the source under a root. */
export const readHouse = (root: string): readonly SourceFile[] => {
  const found = layers.flatMap((layer) => globSync(`${layer}/**/*.{ts,tsx}`, { cwd: root }));
  const paths = new Set(
    found
      .filter((path) => !/\.d\.ts$|^adapters\/client\/api\.ts$|\/(node_modules|dist|canaries)\//.test(path))
      .toSorted(),
  );
  return [...paths].map((path) => sourceFile(root, path, paths));
};

/** A name that several files of a layer declare and export. */
interface SharedName {
  readonly name: string;
  readonly homes: readonly string[];
}

/** Returns the names that more than one file declares. A value with the name of its type, such as a codec, is one name. */
const namesWithHomes = (
  house: readonly SourceFile[],
  namesIn: (file: SourceFile) => readonly string[],
): readonly SharedName[] => {
  const homes = Map.groupBy(
    house.flatMap((file) => [...new Set(namesIn(file))].map((name) => ({ name, path: file.path }))),
    ({ name }) => name,
  );
  return [...homes]
    .filter(([, places]) => places.length > 1)
    .map(([name, places]) => ({ name, homes: places.map(({ path }) => path) }));
};

/** Returns the type names that have two homes within a layer. */
export const typesWithTwoHomes = (house: readonly SourceFile[]): readonly SharedName[] =>
  layers.flatMap((layer) =>
    namesWithHomes(
      house.filter((file) => file.layer === layer),
      ({ types }) => types,
    ),
  );

/** Returns the files that import each other, directly or through others. */
const circles = (house: readonly SourceFile[]): readonly string[] => {
  const importsOf = new Map(house.map(({ path, imports }) => [path, imports]));
  const reaches = (from: string): boolean => {
    const seen = new Set<string>();
    const rest = [...(importsOf.get(from) ?? [])];
    for (let path = rest.pop(); path !== undefined; path = rest.pop()) {
      if (path === from) return true;
      if (seen.has(path)) continue;
      seen.add(path);
      rest.push(...(importsOf.get(path) ?? []));
    }
    return false;
  };
  return house.map(({ path }) => path).filter(reaches);
};

/** Returns the pairs of a layer's folders that import each other, such as `api and ledger`. */
const mutualFolders = (house: readonly SourceFile[]): readonly string[] => {
  const folderOf = (path: string): string => path.split('/').slice(0, 2).join('/');
  const edges = new Set(
    house.flatMap(({ path, imports }) =>
      imports
        .filter((imported) => folderOf(imported) !== folderOf(path) && !/^[^/]+\/[^/]+$/.test(imported))
        .map((imported) => `${folderOf(path)} ${folderOf(imported)}`),
    ),
  );
  return [...edges]
    .map((edge) => edge.split(' ') as [string, string])
    .filter(([from, to]) => from < to && edges.has(`${to} ${from}`))
    .map(([from, to]) => `${from} and ${to}`);
};

/** Returns the files of under 30 lines that one other file imports. */
const smallFiles = (house: readonly SourceFile[]): readonly string[] => {
  const importers = Map.groupBy(
    house.flatMap(({ imports }) => [...new Set(imports)]),
    (path) => path,
  );
  return house.filter(({ path, lines }) => lines < 30 && importers.get(path)?.length === 1).map(({ path }) => path);
};

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

const longest = (house: readonly SourceFile[], lengthOf: (file: SourceFile) => number): string => {
  const file = house.toSorted((a, b) => lengthOf(b) - lengthOf(a))[0];
  return file === undefined ? '' : `${String(lengthOf(file))} (${file.path})`;
};

const figuresOf = (house: readonly SourceFile[]): Readonly<Record<string, string | number>> => ({
  files: house.length,
  lines: house.reduce((sum, { lines }) => sum + lines, 0),
  'lines of a file, median': median(house.map(({ lines }) => lines)),
  'longest file': longest(house, ({ lines }) => lines),
  'lines of a function, median': median(house.flatMap(({ lengths }) => lengths)),
  'longest function': longest(house, ({ lengths }) => Math.max(0, ...lengths)),
  'files in circles': circles(house).length,
  'folders that import each other': mutualFolders(house).length,
  'type names with two homes': namesWithHomes(house, ({ types }) => types).length,
  'all exported names with two homes': namesWithHomes(house, ({ types, values }) => [...types, ...values]).length,
  'files under 30 lines, imported once': smallFiles(house).length,
});

const print = (title: string, house: readonly SourceFile[]): void => {
  process.stdout.write(`${title}\n`);
  for (const [name, figure] of Object.entries(figuresOf(house)))
    process.stdout.write(`  ${name.padEnd(38)}${String(figure)}\n`);
};

/** Prints the figures of each layer and of all, and with `--names` what they count. */
const main = (): void => {
  const house = readHouse(resolve(import.meta.dirname, '../..'));
  for (const layer of layers)
    print(
      layer,
      house.filter((file) => file.layer === layer),
    );
  print('all', house);
  if (!process.argv.includes('--names')) return;
  const lists = {
    'Type names with two homes within a layer': typesWithTwoHomes(house).map(
      ({ name, homes }) => `${name}: ${homes.join(', ')}`,
    ),
    'Folders that import each other': mutualFolders(house),
    'Files under 30 lines, imported once': smallFiles(house),
  };
  for (const [title, lines] of Object.entries(lists)) process.stdout.write(`${title}\n  ${lines.join('\n  ')}\n`);
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
